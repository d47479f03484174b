import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { FORGERIES, forgedTokens, respeltTokens } from './forged-tokens.ts';

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
