import fc from 'fast-check';
import { expect, test } from 'vitest';
import { respeltTickets, tamperedTickets } from './one-use.check.ts';
import { isUnreserved, readableIn, staysUnchanged } from './readable-in-ticket.ts';

const CLAIMS = { iss: 'https://id.example', aud: 'trading-gateway', sub: 'user-4711', org_id: 'org-harbour', exp: 5 };
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = base64url({ alg: 'ES256', typ: 'JWT', kid: 'k1' });
const TOKEN = `${HEADER}.${base64url(CLAIMS)}.c2lnbmF0dXJlIG9mIHRoZSB0b2tlbg`;
const SEALED = 'q3-7mUAhn1k2fJQxw9S8bZ_tRrEoYd0L';

// biome-ignore format: an aligned table
test.each([
  ['random characters',                                   SEALED,                                                                   []],
  ['a sealed text behind a header that says how',         `${base64url({ alg: 'dir', kid: 't1' })}..${SEALED}`,                     []],
  ['a number, signed with the key that signs tokens too', `${HEADER}.${base64url({ jti: 7 })}.${SEALED}`,                           []],
  ['for which service it is',                             `${HEADER}.${base64url({ aud: CLAIMS.aud, iss: CLAIMS.iss })}.${SEALED}`, []],
  ['the user as it is',                                   `${SEALED}.user-4711`,                                                    ['the claim sub']],
  ['the organisation in base64url',                       Buffer.from('for org-harbour').toString('base64url'),                     ['the claim org_id']],
  ['the user in hexadecimal digits',                      `${SEALED}.${Buffer.from('user-4711').toString('hex')}`,                  ['the claim sub']],
  ['a user whom the token names otherwise',               base64url({ userId: 12 }),                                                ['a name of its holder']],
  ['the token', TOKEN, ['the token', 'a part of the token', 'a part of the token', 'the claim sub', 'the claim org_id', 'a name of its holder']],
])('read: %s', (_, ticket, found) => {
  expect(readableIn(ticket, CLAIMS, TOKEN)).toEqual(found);
});

test.each([
  [SEALED, true, true],
  ['a.b~c_d-e', true, true],
  [`${SEALED}==`, false, true],
  ['a+b', false, false],
  ['a%2Fb', false, false],
  ['a&b', false, false],
  ['a#b', false, false],
  ['a b', false, false],
  ['é', false, false],
  ['', false, false],
])('%s in an address', (ticket, unreserved, unchanged) => {
  expect([isUnreserved(ticket), staysUnchanged(ticket)]).toEqual([unreserved, unchanged]);
});

const TICKET = fc.string({
  unit: fc.constantFrom(...'ABCXYZabcxyz0189-_.~='),
  minLength: 16,
  maxLength: 200,
});

test('a tampered ticket is another one', () => {
  fc.assert(
    fc.property(TICKET, (ticket) => {
      // One that reads the same from both ends cannot be turned round.
      fc.pre(ticket !== [...ticket].reverse().join(''));
      expect(Object.values(tamperedTickets(ticket))).not.toContain(ticket);
    }),
  );
});

test('a respelt ticket stands otherwise in its query string, and escapes mean what they say', () => {
  fc.assert(
    fc.property(TICKET, (ticket) => {
      const [escaped, whole] = respeltTickets(ticket);
      expect([escaped, whole]).not.toContain(ticket);
      expect([escaped, whole].map((spelling) => decodeURIComponent(spelling ?? ''))).toEqual([ticket, ticket]);
    }),
  );
});
