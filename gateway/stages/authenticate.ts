import { Refusal } from '../contract/refusals.ts';
import { stage } from '../stage.ts';

const BEARER = /^Bearer ([A-Za-z0-9._-]+)$/i;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/**
 * Who asks. All that can be judged from the token alone is judged here, before the member looks at any state: 401 where
 * it does not verify (AUTH-01, AUTH-02), 403 where it names nobody (AUTH-05, decision A3).
 */
export const authenticate = stage({
  name: 'authenticate',
  refuses: ['UNAUTHENTICATED', 'FORBIDDEN_PRINCIPAL'],
  needs: ['services', 'request'],
  gives: ['token'],
  async run({ services, request }, proceed) {
    const sent = request.headersDistinct.authorization ?? [];
    if (sent.length === 0) throw unauthenticated('send the header Authorization: Bearer <access token>');
    // Two credentials are two identities, and which one counts is anybody's guess (trap X2, decision A9).
    if (sent.length > 1) throw unauthenticated('more than one Authorization header');
    const token = BEARER.exec(sent[0] ?? '')?.[1];
    if (token === undefined) throw unauthenticated('the Authorization header is not "Bearer <access token>"');
    const claims = await services.verifier.verify(token);
    if (claims === undefined) {
      throw unauthenticated(
        'the access token does not verify: signature, issuer, audience, algorithm or validity time',
      );
    }
    const { orgId, subject, expiresAtS } = claims;
    if (!names(orgId))
      throw new Refusal('FORBIDDEN_PRINCIPAL', 'the token names no organisation: org_id must be printable ASCII');
    if (!names(subject))
      throw new Refusal('FORBIDDEN_PRINCIPAL', 'the token names no user: sub must be printable ASCII');
    return proceed({ token: { externalOrgId: orgId, subject, expiresAtS } });
  },
});

function names(claim: unknown): claim is string {
  return typeof claim === 'string' && PRINTABLE_ASCII.test(claim);
}

/** @param challenge what the challenge says beyond the realm (RFC 6750). */
function unauthenticated(message: string, challenge = ''): Refusal {
  const headers = { 'WWW-Authenticate': `Bearer realm="trading-gateway"${challenge}` };
  return new Refusal('UNAUTHENTICATED', message, { headers });
}
