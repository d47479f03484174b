/** Defects on requests: which tokens authenticate. */
import { claimsOf, type HttpResponse, headerOf, type Json, jsonOf, type Layer, routeOf, withHeader } from '../variations/layer.ts';
import { both, changeRequest, of, statusOf, type When, withStatus } from './changes.ts';
import { defects } from './defect.ts';
import { refused } from './register-changes.ts';

const isWithoutToken: When = (_, request) => headerOf(request, 'authorization') === undefined;
const isToken = ([name]: readonly [string, string]): boolean => name.toLowerCase() === 'authorization';

export const TOKENS_DEFECTS = defects([
  [
    'AUTH-01',
    'no token is served',
    (): Layer => {
      let good = '';
      return async (request, next) => {
        const bearer = headerOf(request, 'authorization');
        if (bearer === undefined && good !== '') return next(withHeader(request, 'Authorization', good));
        const response = await next(request);
        if (response.status < 300 && bearer !== undefined) good = bearer;
        return response;
      };
    },
  ],
  [
    'AUTH-01 | AUTH-08 AUTH-09 ERR-19 ERR-20 TKT-07',
    'no token answers 403',
    withStatus(403, (response, request) => response.status === 401 && headerOf(request, 'authorization') === undefined),
  ],
  ...(['signature', 'claims', 'exp', 'aud', 'iss', 'nbf', 'alg'] as const).map(
    (what) => ['AUTH-02', `a token is taken whatever its ${what}`, () => takingTokens(what)] as const,
  ),
  [
    'AUTH-02 | AUTH-01',
    'a token that was served is served the same after its exp',
    (): Layer => {
      const served = new Map<string, HttpResponse>();
      return async (request, next) => {
        const response = await next(request);
        const asked = `${routeOf(request)} ${headerOf(request, 'authorization')}`;
        if (response.status === 200) served.set(asked, response);
        return response.status === 401 ? (served.get(asked) ?? response) : response;
      };
    },
  ],
  [
    'AUTH-02 | AUTH-01 AUTH-09 TKT-05',
    'a bad token answers 403',
    withStatus(403, (response, request) => response.status === 401 && headerOf(request, 'authorization') !== undefined),
  ],
  ['AUTH-01', 'an execution is not found without a token', refused(404, 'NOT_FOUND', both(statusOf(401), of(/^GET \/executions\/./), isWithoutToken))],
  [
    'AUTH-01',
    'the last of two tokens counts',
    changeRequest((request) => {
      const last = request.headers.findLast(isToken);
      return last === undefined ? request : withHeader(request, ...last);
    }),
  ],
]);

type Flaw = 'signature' | 'claims' | 'exp' | 'aud' | 'iss' | 'nbf' | 'alg' | 'unsigned' | 'hmac' | 'own key' | 'audiences';

/** Serves a token of the suite that has only this flaw with a valid token of the same user. */
function takingTokens(flaw: Flaw): Layer {
  const good = new Map<string, { readonly bearer: string; readonly parts: readonly string[]; readonly claims: Json }>();
  return async (request, next) => {
    const bearer = headerOf(request, 'authorization') ?? '';
    const parts = bearer.replace(/^bearer +/i, '').split('.');
    const claims = claimsOf(request);
    const response = await next(request);
    if (response.status < 300) good.set(String(claims['sub']), { bearer, parts, claims });
    const known = good.get(String(claims['sub']));
    if (response.status !== 401 || known === undefined) return response;
    return hasFlaw(flaw, parts, claims, known) ? next(withHeader(request, 'Authorization', known.bearer)) : response;
  };
}

function hasFlaw(flaw: Flaw, parts: readonly string[], claims: Json, known: { readonly parts: readonly string[]; readonly claims: Json }): boolean {
  if (parts.length !== 3) return false;
  const head = jsonOf({ body: Buffer.from(parts[0] ?? '', 'base64url') }) ?? {};
  if (flaw === 'unsigned') return head['alg'] === 'none';
  if (flaw === 'hmac') return head['alg'] === 'HS256';
  if (flaw === 'own key') return 'jwk' in head;
  if (flaw === 'audiences') return Array.isArray(claims['aud']);
  if (flaw === 'alg') return head['alg'] !== 'ES256';
  if (flaw === 'claims') return 'changed' in claims;
  if (flaw === 'signature') return head['alg'] === 'ES256' && parts[1] === known.parts[1] && parts[2] !== known.parts[2];
  if (flaw === 'exp' || flaw === 'nbf') {
    const issued = Number(known.claims['iat']);
    return flaw === 'exp' ? Number(claims['exp']) <= issued : Number(claims['nbf']) > issued + 1_000;
  }
  return JSON.stringify(claims[flaw]) !== JSON.stringify(known.claims[flaw]);
}
