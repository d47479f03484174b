import type { IncomingMessage } from 'node:http';
import type { Token } from '../caller.ts';
import { Refusal } from '../contract/refusals.ts';
import { linesOf } from '../http/request-head.ts';
import type { VerifiedClaims } from '../known-key.ts';
import type { Services } from '../services.ts';
import { stage } from '../stage.ts';

const BEARER = /^Bearer ([A-Za-z0-9._-]+)$/i;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/**
 * Authenticates the caller. Everything that depends only on the token is checked here, before the member reads any
 * state: 401 if it does not verify (AUTH-01, AUTH-02), 403 if it names no principal (AUTH-05, decision A3).
 */
export const authenticate = stage({
  name: 'authenticate',
  refuses: ['UNAUTHENTICATED', 'FORBIDDEN_PRINCIPAL', 'NOT_PRIMED'],
  needs: ['services', 'request'],
  gives: ['token'],
  async run({ services, request }) {
    const token = await bearerOf(services, request);
    if (token === undefined) throw unauthenticated('send the header Authorization: Bearer <access token>');
    return { token };
  },
});

/**
 * The token of a request's bearer; undefined without an Authorization header.
 *
 * @throws Refusal UNAUTHENTICATED, FORBIDDEN_PRINCIPAL, or NOT_PRIMED on a member without the issuer's keys
 */
export async function bearerOf(services: Services, request: IncomingMessage): Promise<Token | undefined> {
  const sent = linesOf(request, 'authorization');
  if (sent.length === 0) return undefined;
  // Two credentials are two identities, and it is undefined which one counts (trap X2, decision A9).
  if (sent.length > 1) throw unauthenticated('more than one Authorization header');
  const bearer = BEARER.exec(sent[0] ?? '')?.[1];
  if (bearer === undefined) throw unauthenticated('the Authorization header is not "Bearer <access token>"');
  return tokenOf(services, bearer);
}

/** One Token object per verified token: the same text is the same credential, for which a session warns once (T49). */
const tokens: WeakMap<VerifiedClaims, Token> = new WeakMap();

/** @throws Refusal UNAUTHENTICATED, FORBIDDEN_PRINCIPAL or NOT_PRIMED */
export async function tokenOf({ verifier }: Services, bearer: string): Promise<Token> {
  const claims = await verifier.verify(bearer);
  if (claims === undefined) {
    throw unauthenticated('the access token does not verify: signature, issuer, audience, algorithm or validity time');
  }
  const known = tokens.get(claims);
  if (known !== undefined) return known;
  const { orgId, subject, expiresAtS } = claims;
  if (!names(orgId))
    throw new Refusal('FORBIDDEN_PRINCIPAL', 'the token names no organisation: org_id must be printable ASCII');
  if (!names(subject)) throw new Refusal('FORBIDDEN_PRINCIPAL', 'the token names no user: sub must be printable ASCII');
  const token: Token = { externalOrgId: orgId, subject, expiresAtS };
  tokens.set(claims, token);
  return token;
}

function names(claim: unknown): claim is string {
  return typeof claim === 'string' && PRINTABLE_ASCII.test(claim);
}

/** @param challenge the parameters of the challenge after the realm (RFC 6750). */
export function unauthenticated(message: string, challenge = ''): Refusal {
  const headers = { 'WWW-Authenticate': `Bearer realm="trading-gateway"${challenge}` };
  return new Refusal('UNAUTHENTICATED', message, { headers });
}
