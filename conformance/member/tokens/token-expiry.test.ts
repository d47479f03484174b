import { expect, test } from 'vitest';
import { expiredInWords, expiresAtMs } from './token-expiry.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: unknown) => `${part({ alg: 'ES256' })}.${part(claims)}.signature`;

test.each<[string, string, number | undefined]>([
  ['whole seconds', jwt({ exp: 1_767_571_200 }), 1_767_571_200_000],
  ['a fraction of a second', jwt({ exp: 1.5 }), 1500],
  ['no expiry', jwt({ sub: 'trader' }), undefined],
  ['an expiry that is no number', jwt({ exp: '1767571200' }), undefined],
  ['an expiry beyond the range of dates', jwt({ exp: -1e20 }), undefined],
  ['a payload that is no object', jwt(null), undefined],
  ['a payload that is no JSON', 'a.b.c', undefined],
  ['no JWT', 'opaque-token', undefined],
  ['two parts', `${part({ exp: 1 })}.${part({ exp: 1 })}`, undefined],
])('the stated expiry of a token: %s', (_, token, atMs) => {
  expect(expiresAtMs(token)).toBe(atMs);
});

test('one line names each token with its expiry, and says what to do', () => {
  expect(
    expiredInWords([
      { principal: 'trader', atMs: 0 },
      { principal: 'viewer', atMs: 1500 },
    ]),
  ).toBe(
    'the token of principals.trader expired at 1970-01-01T00:00:00.000Z, ' +
      'the token of principals.viewer expired at 1970-01-01T00:00:01.500Z; ' +
      'put a fresh one there, or clientId and clientSecret',
  );
});
