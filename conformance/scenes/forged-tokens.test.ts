import { createPrivateKey } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '../member/profile/profile.ts';
import { answer, historyOf } from '../testing/sample-history.ts';
import { waitsForAToken } from './expired-token.ts';
import { FORGERIES, forgedTokens, respeltTokens } from './forged-tokens.ts';
import { legsOfA, legsOfB, pem, pkcs8 } from './material.ts';
import { isRow, notProposed, pathOf } from './own-credential.ts';

let good: string;
let keys: JWTVerifyGetKey;

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] });
  const header = { alg: 'ES256', kid: 'k1', typ: 'at+jwt' };
  good = await new SignJWT({ sub: 'someone', org_id: 'org' }).setProtectedHeader(header).sign(privateKey);
});

describe('forged tokens', () => {
  test('derive from a valid token', async () =>
    expect((await jwtVerify(good, keys)).payload).toEqual({ sub: 'someone', org_id: 'org' }));

  test.each(FORGERIES)('%s: the token does not verify', async (how) => {
    const forged = forgedTokens(good)[how] ?? good;
    await expect(jwtVerify(forged, keys)).rejects.toMatchObject({ code: expect.stringMatching(/^ERR_J/) });
  });

  test('there is one token of each', () => expect(Object.keys(forgedTokens(good))).toEqual(FORGERIES));

  test('there are none if the token is no JWT', () =>
    expect([forgedTokens('opaque'), forgedTokens('a.b.c')]).toEqual([{}, {}]));
});

test('a lenient decoder reads the respelled token as the same token', () => {
  const signatureOf = (token: string) => Buffer.from(token.split('.')[2] ?? '', 'base64url');
  const respelt = Object.entries(respeltTokens(good));
  expect(respelt.map(([how]) => how)).toEqual(['padded', 'another spare bit']);
  for (const [, token] of respelt) {
    expect(token).not.toBe(good);
    expect(signatureOf(token)).toEqual(signatureOf(good));
  }
});

const PROFILE = { baseUrl: 'http://gateway.test', contract: {}, principals: {} } as Profile;
const issuing = (shortLived: Record<string, string>) =>
  ({ ...PROFILE, identity: { tokenEndpoint: 'http://issuer.test/token', shortLived } }) as Profile;

test.each([
  ['a stated life', issuing({ expires_in: '65' }), 67_000],
  ['a life that nothing states', issuing({ scope: 'brief' }), 0],
  ['no short-lived tokens', PROFILE, 0],
] as const)('the forecast of a wait for a token with %s', (_, profile, ms) => {
  expect(waitsForAToken(2_000).forecastMs?.(profile)).toBe(ms);
});

const POST = 'POST /credentials';
const one = (sample: ReturnType<typeof answer>) => historyOf({ one: sample }).one('one');

test.each([
  ['a row', answer(POST, { status: 201, body: { credentialId: 7 } }), '/credentials/7'],
  ['a refusal', answer(POST, { status: 409, body: { credentialId: 7 } }), undefined],
  ['no id', answer(POST, { status: 201, body: {} }), undefined],
  ['an id as a text', answer(POST, { status: 201, body: { credentialId: '7' } }), undefined],
])('the path of %s', (_, sample, path) => expect(pathOf(one(sample))).toBe(path));

test.each([
  ['the same row', { credentialId: 7, canTrade: true }, 'pass'],
  ['another row', { credentialId: 8, canTrade: true }, 'violated'],
  ['another value of a property', { credentialId: 7, canTrade: false }, 'violated'],
  ['a missing property', { credentialId: 7 }, 'violated'],
])('%s', (_, body, verdict) =>
  expect(isRow(one(answer(POST, { status: 200, body })), '/credentials/7', { canTrade: true }).verdict).toBe(verdict),
);

test("the reason why no credential was created names a busy member's refusal", () => {
  const busy = { status: 429, code: 'RATE_LIMITED', retryable: true, headers: { 'Retry-After': '9' } };
  const malformed = one(answer(POST, { status: 400, code: 'MALFORMED_REQUEST' }));
  expect(notProposed(malformed)).toMatchObject({ why: expect.stringContaining('may ask for more') });
  expect(notProposed(malformed, one(answer(POST, busy)))).toMatchObject({
    why: 'no credential was taken just then: 429 RATE_LIMITED',
  });
});

test.each(['ed25519', 'x25519', 'ed448'] as const)('%s in PKCS 8 is readable by any library', (kind) => {
  const body = pkcs8(kind, 'a-key');
  const read = createPrivateKey(pem(body));
  expect(read.asymmetricKeyType).toBe(kind);
  expect(read.export({ format: 'der', type: 'pkcs8' }).toString('base64')).toBe(body);
});

test('the parts of each family differ from one another', () => {
  expect(Object.keys(legsOfA('one'))).toEqual(['key', 'secret', 'passphrase']);
  expect(Object.keys(legsOfB('one'))).toEqual(['key', 'privateKey']);
  const all = [legsOfA('one'), legsOfA('two'), legsOfB('three'), legsOfB('four')].flatMap((legs) =>
    Object.values(legs),
  );
  expect(new Set(all).size).toBe(all.length);
});
