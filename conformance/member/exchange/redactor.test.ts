import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Redactor } from './redactor.ts';

const PAYLOAD = 'eyJzdWIiOiJ0cmFkZXIiLCJvcmdfaWQiOiJmaXJzdCJ9';
const SIGNATURE = 'c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';
const TOKEN = `eyJhbGciOiJFUzI1NiJ9.${PAYLOAD}.${SIGNATURE}`;
const SECRET = 's3cret/with+odd=marks';

function knowing(): Redactor {
  const redactor = new Redactor();
  redactor.learn(TOKEN, 'token of trader');
  redactor.learn(SECRET, 'secret of trader');
  return redactor;
}

describe('the redactor removes', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['the token',                            `Bearer ${TOKEN}`, 'Bearer <token of trader>'],
    ['its payload alone',                    `x ${PAYLOAD} y`, 'x <part of the token of trader> y'],
    ['its signature alone',                  SIGNATURE, '<part of the token of trader>'],
    ['a client secret',                      `secret=${SECRET}`, 'secret=<secret of trader>'],
    ['a percent-encoded secret',             encodeURIComponent(SECRET), '<secret of trader>'],
    ['a secret in JSON escapes',             `"${SECRET.replaceAll(/[a-m/]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)}"`, '"<secret of trader>"'],
    ['an unknown token',                     'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.', '<token>'],
    ['no escape that hides no secret',       '"\\u0041\\/\\\\u0042\\""', '"\\u0041\\/\\\\u0042\\""'],
    ['nothing from a text without a secret', '{"error":{"code":"NOT_FOUND"}}', '{"error":{"code":"NOT_FOUND"}}'],
  ])('%s', (_, text, cleaned) => expect(knowing().clean(text)).toBe(cleaned));

  test('base64 of a text that contains a secret keeps at most the edges of the secret', () => {
    const redactor = knowing();
    fc.assert(
      fc.property(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), (before, after) => {
        const cleaned = redactor.clean(Buffer.from(`${before}${SECRET}${after}`).toString('base64'));
        expect(cleaned).toContain('<secret of trader, base64>');
        expect(Buffer.from(cleaned, 'base64').includes(SECRET)).toBe(false);
      }),
    );
  });

  test('a child knows the secrets of both, the parent learns none from it', () => {
    const parent = knowing();
    const below = new Redactor(parent);
    below.learn('ticket-0123456789', 'ticket 1');
    expect(below.clean(`ticket-0123456789 ${SECRET}`)).toBe('<ticket 1> <secret of trader>');
    expect(parent.clean('ticket-0123456789')).toBe('ticket-0123456789');
  });

  test('text without the secret is unchanged', () => {
    const redactor = knowing();
    fc.assert(fc.property(fc.string({ maxLength: 40 }), (text) => redactor.clean(text) === text));
  });
});

test('a secret of any length is found wherever it stands', () => {
  const secrets = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '.', '+', 'é'), minLength: 4, maxLength: 40 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      secrets,
      fc.nat(3),
      fc.string({ maxLength: 50 }),
      fc.string({ maxLength: 50 }),
      (all, nth, ...around) => {
        const redactor = new Redactor();
        for (const [i, secret] of all.entries()) redactor.learn(secret, `${i}`);
        const secret = all[nth % all.length] ?? '';
        expect(redactor.clean(around.join(secret))).not.toContain(secret);
      },
    ),
  );
});

test('of two secrets the longer one is replaced first, whichever was learned first', () => {
  for (const names of [
    ['inner-secret', 'an-inner-secret-whole'],
    ['an-inner-secret-whole', 'inner-secret'],
  ]) {
    const redactor = new Redactor();
    for (const name of names) redactor.learn(name, name.length > 12 ? 'whole' : 'part');
    expect(redactor.clean('an-inner-secret-whole, inner-secret')).toBe('<whole>, <part>');
  }
});

test('only the newest secrets of a name are known', () => {
  const redactor = new Redactor();
  for (const n of [1, 2, 3]) redactor.learn(`opaque-token-${n}`, 'token of trader', 2);
  expect(redactor.clean('opaque-token-1 opaque-token-2 opaque-token-3')).toBe(
    'opaque-token-1 <token of trader> <token of trader>',
  );
});

test('what a forgotten secret shares with one that is known stays known', () => {
  const redactor = new Redactor();
  const tokens = ['first', 'other', 'third'].map((end) => `eyJhbGciOiJFUzI1NiJ9.${PAYLOAD}.${end}-${SIGNATURE}`);
  for (const token of tokens) redactor.learn(token, 'token of trader', 1);
  expect(redactor.clean(`x ${PAYLOAD} y`)).toBe('x <part of the token of trader> y');
  expect(redactor.clean(`third-${SIGNATURE}`)).toBe('<part of the token of trader>');
  expect(redactor.clean(`first-${SIGNATURE}`)).toBe(`first-${SIGNATURE}`);
});

test('anything that looks like a JWT is hidden, at any length of what only begins like one', () => {
  const redactor = new Redactor();
  const jwt = `eyJhbGciOiJFUzI1NiJ9.${PAYLOAD}.${SIGNATURE}`;
  expect(redactor.clean(`a=${jwt}, ${jwt}.`)).toBe('a=<token>, <token>.');
  expect(redactor.clean(`v1.${jwt}`)).toBe('v1.<token>');
  expect(redactor.clean('eyJhbGciOiJFUzI1NiJ9 eyJx.y.z')).toBe('eyJhbGciOiJFUzI1NiJ9 eyJx.y.z');
  const like = 'eyJ'.repeat(100_000);
  expect(redactor.clean(`${like} ${jwt}`)).toBe(`${like} <token>`);
});
