import type { IncomingMessage } from 'node:http';
import type { Token } from '../caller.ts';
import { Refusal } from '../contract/refusals.ts';
import { linesOf } from '../http/header-lines.ts';
import type { VerifiedClaims } from '../known-key.ts';
import type { Services } from '../services.ts';
import { onceThere, type Soon } from '../soon.ts';
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
  run({ services, request }) {
    return onceThere(bearerOf(services, request), (token) => {
      if (token === undefined) throw unauthenticated('send the header Authorization: Bearer <access token>');
      return { token };
    });
  },
});

/**
 * The token of a request's bearer; undefined without an Authorization header.
 *
 * @throws Refusal UNAUTHENTICATED, FORBIDDEN_PRINCIPAL, or NOT_PRIMED on a member without the issuer's keys
 */
export function bearerOf(services: Services, request: IncomingMessage): Soon<Token | undefined> {
  const sent = linesOf(request, 'authorization');
  if (sent.length === 0) return undefined;
  // Two credentials are two identities, and it is undefined which one counts (trap X2, decision A9).
  if (sent.length > 1) throw unauthenticated('more than one Authorization header');
  const bearer = bearerIn(sent[0] ?? '');
  if (bearer === undefined) throw unauthenticated('the Authorization header is not "Bearer <access token>"');
  return tokenOf(services, bearer);
}

/** A client sends one token again and again: as the same string it is hashed once for all the tables that know it. */
let last: { readonly sent: string; readonly bearer: string | undefined } = { sent: '', bearer: undefined };

function bearerIn(sent: string): string | undefined {
  if (sent !== last.sent) last = { sent, bearer: BEARER.exec(sent)?.[1] };
  return last.bearer;
}

/** One Token object per verified token: the same text is the same credential, for which a session warns once (T49). */
const said: WeakMap<VerifiedClaims, Token> = new WeakMap();

/** @throws Refusal UNAUTHENTICATED, FORBIDDEN_PRINCIPAL or NOT_PRIMED */
export function tokenOf({ verifier }: Services, bearer: string): Soon<Token> {
  return onceThere(verifier.verify(bearer), tokenFrom);
}

function tokenFrom(claims: VerifiedClaims | undefined): Token {
  if (claims === undefined) {
    throw unauthenticated('the access token does not verify: signature, issuer, audience, algorithm or validity time');
  }
  const known = said.get(claims);
  if (known !== undefined) return known;
  const { orgId, subject, expiresAtS } = claims;
  if (!names(orgId))
    throw new Refusal('FORBIDDEN_PRINCIPAL', 'the token names no organisation: org_id must be printable ASCII');
  if (!names(subject)) throw new Refusal('FORBIDDEN_PRINCIPAL', 'the token names no user: sub must be printable ASCII');
  const token: Token = { externalOrgId: orgId, subject, expiresAtS };
  said.set(claims, token);
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
