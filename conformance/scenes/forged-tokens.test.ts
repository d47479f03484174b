import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { forgedTokens, respeltTokens } from './forged-tokens.ts';

let good: string;
let keys: JWTVerifyGetKey;

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] });
  const header = { alg: 'ES256', kid: 'k1', typ: 'at+jwt' };
  good = await new SignJWT({ sub: 'someone', org_id: 'org' }).setProtectedHeader(header).sign(privateKey);
});

describe('forged tokens', () => {
  test('derive from a valid token', async () => {
    expect((await jwtVerify(good, keys)).payload).toEqual({ sub: 'someone', org_id: 'org' });
  });

  test.each([
    'a changed signature',
    'a changed claim',
    'no signature',
    'alg none',
    'alg nOnE',
    'alg none with the signature',
    'signed by another key',
    'signed by the key in its own header',
    'HMAC with an empty secret',
    'HMAC with the kid as secret',
    'two parts',
    'four parts',
  ])('%s: the token does not verify', async (how) => {
    const forged = forgedTokens(good)[how] ?? good;
    await expect(jwtVerify(forged, keys)).rejects.toMatchObject({ code: expect.stringMatching(/^ERR_J/) });
  });

  test('the table above covers all of them', () => {
    expect(Object.keys(forgedTokens(good))).toHaveLength(12);
  });

  test('there are none if the token is no JWT', () => {
    expect([forgedTokens('opaque'), forgedTokens('a.b.c')]).toEqual([{}, {}]);
  });
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
