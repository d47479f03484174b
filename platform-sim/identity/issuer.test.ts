import type { JWTPayload } from 'jose';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../gateway/platform-port.ts';
import { createIssuer } from './issuer.ts';
import type { MintRequest } from './mint.ts';

const START_NS = 1_767_571_200_000_000_000n;
const START_S = 1_767_571_200;

const clock: Clock = { nowNs: () => START_NS, after: () => ({ cancel: () => {} }) };

const trader = { name: 'trader', clientId: 'cl-trader', clientSecret: 's3cret', org: 'org-1', subject: 'usr-2' };

function started() {
  const url = 'http://127.0.0.1:1/identity';
  const issuer = createIssuer({ url, audience: 'trading-gateway', clock, personas: [trader] });

  async function verified(token: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [...issuer.jwks.keys] }), {
      issuer: issuer.url,
      audience: issuer.audience,
      algorithms: ['ES256'],
      requiredClaims: ['exp', 'sub', 'org_id'],
      currentDate: new Date(START_S * 1_000),
    });
    return payload;
  }
  return { issuer, verified };
}

describe('the issuer', () => {
  test('a token names the caller, and no capabilities', async () => {
    const { issuer, verified } = started();
    const token = await issuer.issue(trader);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', kid: issuer.jwks.keys[0]?.kid, typ: 'at+jwt' });
    const caller = { sub: 'usr-2', org_id: 'org-1', client_id: 'cl-trader', jti: expect.any(String) };
    const times = { iat: START_S, nbf: START_S, exp: START_S + 3600 };
    expect(await verified(token)).toEqual({ iss: issuer.url, aud: 'trading-gateway', ...caller, ...times });
  });

  test('no two tokens share a jti, no two issuers a key, and the JWKS contains no private key', async () => {
    const [{ issuer }, other] = [started(), started()];
    const tokens = [await issuer.issue(trader), await issuer.issue(trader), issuer.mint(trader, {})];
    expect(new Set(tokens.map((token) => decodeJwt(token).jti)).size).toBe(3);
    const [key] = issuer.jwks.keys;
    expect(key?.kid).not.toBe(other.issuer.jwks.keys[0]?.kid);
    expect(Object.keys(key ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });
});

describe('a minted token', () => {
  test('is valid without a requested defect, and may have additional claims', async () => {
    const { issuer, verified } = started();
    expect(await verified(issuer.mint(trader, {}))).toMatchObject({ org_id: 'org-1', sub: 'usr-2' });
    const claims = { capabilities: ['orders:trade'], org_id: 'org-ö' };
    const token = issuer.mint(trader, { claims, expiresInMs: 5000 });
    expect(await verified(token)).toMatchObject({ ...claims, exp: START_S + 5 });
  });

  const claim = errors.JWTClaimValidationFailed;
  test.each<[string, MintRequest, new (...args: never[]) => Error]>([
    ['expired', { expiresInMs: -1000 }, errors.JWTExpired],
    ['not yet valid', { claims: { nbf: START_S + 300 } }, claim],
    ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }, claim],
    ['for another audience', { claims: { aud: 'payments' } }, claim],
    ['without org_id', { claims: { org_id: null } }, claim],
    ['without sub', { claims: { sub: null } }, claim],
    ['without exp', { claims: { exp: null } }, claim],
    ['signed by another key under the same kid', { key: 'foreign' }, errors.JWSSignatureVerificationFailed],
    ['of alg none', { key: 'none' }, errors.JOSEAlgNotAllowed],
    ['HS256 with the public key', { key: 'hmac-public' }, errors.JOSEAlgNotAllowed],
    ['under an unknown kid', { header: { kid: 'other' } }, errors.JWKSNoMatchingKey],
    ['with its signature tampered', { tamper: 'signature' }, errors.JWSSignatureVerificationFailed],
    ['with its payload tampered', { tamper: 'payload' }, errors.JWSSignatureVerificationFailed],
  ])('%s fails for that reason', async (_, request, reason) => {
    const { issuer, verified } = started();
    await expect(verified(issuer.mint(trader, request))).rejects.toThrow(reason);
  });

  test.each([
    ['1e400', '"exp":1e400'],
    [`${START_S}.5`, `"exp":${START_S}.5`],
    ['"soon"', '"exp":"soon"'],
  ])('keeps a raw claim as spelled: %s', (text, spelled) => {
    const token = started().issuer.mint(trader, { rawClaims: { exp: text } });
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).toContain(spelled);
  });

  test('refuses a raw claim that is not JSON', () => {
    expect(() => started().issuer.mint(trader, { rawClaims: { exp: '1,"x":2' } })).toThrow(SyntaxError);
  });
});
