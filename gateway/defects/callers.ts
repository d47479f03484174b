/** Broken on the way in: who is let in. */
import {
  claimsOf,
  headerOf,
  type Json,
  jsonOf,
  keyOf,
  type Layer,
  routeOf,
  withBody,
  withHeader,
  withJson,
} from '../variations/layer.ts';
import {
  both,
  changeWhere,
  coded,
  codeOf,
  droppingHeader,
  of,
  POSITION,
  REPLAY,
  recoded,
  settingHeader,
  withStatus,
} from './changes.ts';
import { defect } from './defect.ts';
import { lentAcross } from './read-changes.ts';
import { isSubmit, isWrite } from './request-changes.ts';

export const CALLERS_DEFECTS = [
  defect('AUTH-01', 'no token is served', (): Layer => {
    let good = '';
    return async (request, next) => {
      const bearer = headerOf(request, 'authorization');
      if (bearer === undefined && good !== '') return next(withHeader(request, 'Authorization', good));
      const response = await next(request);
      if (response.status < 300 && bearer !== undefined) good = bearer;
      return response;
    };
  }),
  defect(
    'AUTH-01',
    'no token answers 403',
    withStatus(403, (response, request) => response.status === 401 && headerOf(request, 'authorization') === undefined),
  ),
  defect(
    'AUTH-01',
    'no token on /orders answers 400',
    withStatus(
      400,
      (response, request) =>
        response.status === 401 &&
        headerOf(request, 'authorization') === undefined &&
        request.path.startsWith('/orders'),
    ),
  ),
  defect(
    'AUTH-01',
    'no token on an operation answers 404',
    withStatus(
      404,
      (response, request) =>
        response.status === 401 &&
        headerOf(request, 'authorization') === undefined &&
        request.path.startsWith('/operations'),
    ),
  ),
  ...(['signature', 'claims', 'exp', 'aud', 'iss', 'nbf', 'alg'] as const).map((what) =>
    defect('AUTH-02', `a token is taken whatever its ${what}`, () => takingTokens(what)),
  ),
  defect(
    'AUTH-02',
    'a bad token answers 403',
    withStatus(403, (response, request) => response.status === 401 && headerOf(request, 'authorization') !== undefined),
  ),
  defect('AUTH-03', 'who awaits admission answers another code', recoded('NOT_ADMITTED', coded('AWAITING_ADMISSION'))),
  defect('AUTH-03', 'who awaits admission answers 401', withStatus(401, coded('AWAITING_ADMISSION'))),
  defect(
    'AUTH-03',
    'who awaits admission reads an empty page',
    changeWhere(both(of(/^GET \/orders$/), coded('AWAITING_ADMISSION')), (response) =>
      withJson(
        { ...response, status: 200 },
        { items: [], globalSequence: '1', asOfSeqTsNs: null, nextCursor: null, prevCursor: null, total: null },
      ),
    ),
  ),
  defect(
    'AUTH-04',
    '/me is refused while awaiting',
    changeWhere(
      (response, request) =>
        response.status === 200 && routeOf(request) === 'GET /me' && response.body.includes('"capabilities":[]'),
      (response) =>
        withJson(
          { ...response, status: 403 },
          {
            error: {
              code: 'AWAITING_ADMISSION',
              message: 'wait',
              requestId: headerOf(response, 'x-request-id'),
              retryable: false,
            },
          },
        ),
    ),
  ),
  defect(
    'AUTH-05',
    'a nameless token answers 400',
    withStatus(400, (response, request) => response.status === 403 && claimsOf(request)['org_id'] === undefined),
  ),
  defect(
    'AUTH-05',
    'a nameless token has another code',
    recoded(
      'NO_ORGANISATION',
      (response, request) => response.status === 403 && claimsOf(request)['org_id'] === undefined,
    ),
  ),
  defect(
    'AUTH-06',
    'a disabled user answers 401',
    withStatus(
      401,
      (response, request) =>
        response.status === 403 &&
        codeOf(response) === 'FORBIDDEN_PRINCIPAL' &&
        claimsOf(request)['org_id'] !== undefined,
    ),
  ),
  defect(
    'AUTH-06',
    'a disabled user has another code',
    recoded('USER_DISABLED', (response) => response.status === 403 && codeOf(response) === 'FORBIDDEN_PRINCIPAL'),
  ),
  defect(
    'AUTH-07',
    'a suspended organisation has another code',
    recoded('FORBIDDEN_PRINCIPAL', coded('ORG_NOT_ACTIVE')),
  ),
  defect('AUTH-07', 'a suspended organisation answers 503', withStatus(503, coded('ORG_NOT_ACTIVE'))),
  defect(
    'AUTH-08',
    'a member that catches up does not say when to come back',
    droppingHeader('Retry-After', coded('NOT_PRIMED')),
  ),
  defect('AUTH-08', 'a member that catches up answers 500', withStatus(500, coded('NOT_PRIMED'))),
  defect(
    'POS-09',
    'a member that catches up names a time',
    settingHeader('X-Service-As-Of-Seq-Ts', () => '7', coded('NOT_PRIMED')),
  ),
  defect(
    'AUTH-09',
    'what is malformed is told to anyone',
    (): Layer => async (request, next) => {
      const response = await next(request);
      const malformed = isWrite(request) && request.body.length > 0 && jsonOf(request) === undefined;
      return response.status === 401 && malformed
        ? withJson(
            { ...response, status: 400 },
            {
              error: {
                code: 'MALFORMED_REQUEST',
                message: 'no JSON',
                requestId: headerOf(response, 'x-request-id'),
                retryable: false,
              },
            },
          )
        : response;
    },
  ),
  defect(
    'AUTH-09',
    'an unknown parameter is told to anyone',
    withStatus(
      400,
      (response, request) =>
        (response.status === 401 || response.status === 403) && request.method === 'GET' && request.path.includes('?'),
    ),
  ),
  defect(
    'AUTH-09',
    'a missing key is told to anyone',
    withStatus(400, (response, request) => response.status === 401 && isWrite(request) && keyOf(request) === undefined),
  ),
  defect('AUTH-14', 'a want of capability is not replayed', droppingHeader(REPLAY, coded('CAPABILITY_DENIED'))),
  defect('AUTH-14', 'a want of capability names no position', droppingHeader(POSITION, coded('CAPABILITY_DENIED'))),
  defect('AUTH-11', 'scopes on the token grant', (): Layer => {
    const traders = new Map<string, string>();
    return async (request, next) => {
      const claims = claimsOf(request);
      const response = await next(request);
      const org = String(claims['org_id']);
      if (response.status === 201 && isSubmit(request)) traders.set(org, headerOf(request, 'authorization') ?? '');
      const named = JSON.stringify({ ...claims, iss: '', aud: '' }).includes('orders:trade');
      const lent = traders.get(org);
      if (codeOf(response) !== 'CAPABILITY_DENIED' || !named || lent === undefined) return response;
      const key = `${keyOf(request)}-lent`;
      const order = { ...jsonOf(request), clientOrderId: key };
      return next(withBody(withHeader(withHeader(request, 'Authorization', lent), 'Idempotency-Key', key), order));
    };
  }),
  defect('AUTH-16', 'a foreign row is read', lentAcross(/^GET \/(orders|executions)\//)),
];

type Flaw = 'signature' | 'claims' | 'exp' | 'aud' | 'iss' | 'nbf' | 'alg';

/** A token of the suite's that is refused for this one thing is served with a good one of the same user. */
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

function hasFlaw(
  flaw: Flaw,
  parts: readonly string[],
  claims: Json,
  known: { readonly parts: readonly string[]; readonly claims: Json },
): boolean {
  if (parts.length !== 3) return false;
  const head = jsonOf({ body: Buffer.from(parts[0] ?? '', 'base64url') }) ?? {};
  if (flaw === 'alg') return head['alg'] !== 'ES256';
  if (flaw === 'claims') return 'changed' in claims;
  if (flaw === 'signature')
    return head['alg'] === 'ES256' && parts[1] === known.parts[1] && parts[2] !== known.parts[2];
  if (flaw === 'exp' || flaw === 'nbf') {
    const issued = Number(known.claims['iat']);
    return flaw === 'exp' ? Number(claims['exp']) <= issued : Number(claims['nbf']) > issued + 1_000;
  }
  return JSON.stringify(claims[flaw]) !== JSON.stringify(known.claims[flaw]);
}
