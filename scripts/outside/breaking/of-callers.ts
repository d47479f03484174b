/** Broken on the way in: who is let in. */
import type { Json, Layer } from '../proxy/telling.ts';
import { asking, claimsOf, having, headerOf, jsonOf, keyOf, routeOf, telling } from '../proxy/telling.ts';
import {
  answering,
  both,
  breakage,
  coded,
  codeOf,
  dropping,
  of,
  POSITION,
  REPLAY,
  recoded,
  setting,
  stated,
} from './breakage.ts';
import { isSubmit, isWrite } from './on-the-way-in.ts';

export const OF_CALLERS = [
  breakage('AUTH-01', 'no token is served', (): Layer => {
    let good = '';
    return async (one, next) => {
      const bearer = headerOf(one, 'authorization');
      if (bearer === undefined && good !== '') return next(having(one, 'Authorization', good));
      const told = await next(one);
      if (told.status < 300 && bearer !== undefined) good = bearer;
      return told;
    };
  }),
  breakage(
    'AUTH-01',
    'no token answers 403',
    stated(403, (told, one) => told.status === 401 && headerOf(one, 'authorization') === undefined),
  ),
  breakage(
    'AUTH-01',
    'no token on /orders answers 400',
    stated(
      400,
      (told, one) =>
        told.status === 401 && headerOf(one, 'authorization') === undefined && one.path.startsWith('/orders'),
    ),
  ),
  breakage(
    'AUTH-01',
    'no token on an operation answers 404',
    stated(
      404,
      (told, one) =>
        told.status === 401 && headerOf(one, 'authorization') === undefined && one.path.startsWith('/operations'),
    ),
  ),
  ...(['signature', 'claims', 'exp', 'aud', 'iss', 'nbf', 'alg'] as const).map((what) =>
    breakage('AUTH-02', `a token is taken whatever its ${what}`, () => takingTokens(what)),
  ),
  breakage(
    'AUTH-02',
    'a bad token answers 403',
    stated(403, (told, one) => told.status === 401 && headerOf(one, 'authorization') !== undefined),
  ),
  breakage(
    'AUTH-03',
    'who awaits admission answers another code',
    recoded('NOT_ADMITTED', coded('AWAITING_ADMISSION')),
  ),
  breakage('AUTH-03', 'who awaits admission answers 401', stated(401, coded('AWAITING_ADMISSION'))),
  breakage(
    'AUTH-03',
    'who awaits admission reads an empty page',
    answering(both(of(/^GET \/orders$/), coded('AWAITING_ADMISSION')), (told) =>
      telling(
        { ...told, status: 200 },
        { items: [], globalSequence: '1', asOfSeqTsNs: null, nextCursor: null, prevCursor: null, total: null },
      ),
    ),
  ),
  breakage(
    'AUTH-04',
    '/me is refused while awaiting',
    answering(
      (told, one) => told.status === 200 && routeOf(one) === 'GET /me' && told.body.includes('"capabilities":[]'),
      (told) =>
        telling(
          { ...told, status: 403 },
          {
            error: {
              code: 'AWAITING_ADMISSION',
              message: 'wait',
              requestId: headerOf(told, 'x-request-id'),
              retryable: false,
            },
          },
        ),
    ),
  ),
  breakage(
    'AUTH-05',
    'a nameless token answers 400',
    stated(400, (told, one) => told.status === 403 && claimsOf(one)['org_id'] === undefined),
  ),
  breakage(
    'AUTH-05',
    'a nameless token has another code',
    recoded('NO_ORGANISATION', (told, one) => told.status === 403 && claimsOf(one)['org_id'] === undefined),
  ),
  breakage(
    'AUTH-06',
    'a disabled user answers 401',
    stated(
      401,
      (told, one) =>
        told.status === 403 && codeOf(told) === 'FORBIDDEN_PRINCIPAL' && claimsOf(one)['org_id'] !== undefined,
    ),
  ),
  breakage(
    'AUTH-06',
    'a disabled user has another code',
    recoded('USER_DISABLED', (told) => told.status === 403 && codeOf(told) === 'FORBIDDEN_PRINCIPAL'),
  ),
  breakage(
    'AUTH-07',
    'a suspended organisation has another code',
    recoded('FORBIDDEN_PRINCIPAL', coded('ORG_NOT_ACTIVE')),
  ),
  breakage('AUTH-07', 'a suspended organisation answers 503', stated(503, coded('ORG_NOT_ACTIVE'))),
  breakage(
    'AUTH-08',
    'a member that catches up does not say when to come back',
    dropping('Retry-After', coded('NOT_PRIMED')),
  ),
  breakage('AUTH-08', 'a member that catches up answers 500', stated(500, coded('NOT_PRIMED'))),
  breakage(
    'POS-09',
    'a member that catches up names a time',
    setting('X-Service-As-Of-Seq-Ts', () => '7', coded('NOT_PRIMED')),
  ),
  breakage(
    'AUTH-09',
    'what is malformed is told to anyone',
    (): Layer => async (one, next) => {
      const told = await next(one);
      const malformed = isWrite(one) && one.body.length > 0 && jsonOf(one) === undefined;
      return told.status === 401 && malformed
        ? telling(
            { ...told, status: 400 },
            {
              error: {
                code: 'MALFORMED_REQUEST',
                message: 'no JSON',
                requestId: headerOf(told, 'x-request-id'),
                retryable: false,
              },
            },
          )
        : told;
    },
  ),
  breakage(
    'AUTH-09',
    'an unknown parameter is told to anyone',
    stated(
      400,
      (told, one) => (told.status === 401 || told.status === 403) && one.method === 'GET' && one.path.includes('?'),
    ),
  ),
  breakage(
    'AUTH-09',
    'a missing key is told to anyone',
    stated(400, (told, one) => told.status === 401 && isWrite(one) && keyOf(one) === undefined),
  ),
  breakage('AUTH-14', 'a want of capability is not replayed', dropping(REPLAY, coded('CAPABILITY_DENIED'))),
  breakage('AUTH-14', 'a want of capability names no position', dropping(POSITION, coded('CAPABILITY_DENIED'))),
  breakage('AUTH-11', 'scopes on the token grant', (): Layer => {
    const traders = new Map<string, string>();
    return async (one, next) => {
      const claims = claimsOf(one);
      const told = await next(one);
      const org = String(claims['org_id']);
      if (told.status === 201 && isSubmit(one)) traders.set(org, headerOf(one, 'authorization') ?? '');
      const named = JSON.stringify({ ...claims, iss: '', aud: '' }).includes('orders:trade');
      const lent = traders.get(org);
      if (codeOf(told) !== 'CAPABILITY_DENIED' || !named || lent === undefined) return told;
      const key = `${keyOf(one)}-lent`;
      const order = { ...jsonOf(one), clientOrderId: key };
      return next(asking(having(having(one, 'Authorization', lent), 'Idempotency-Key', key), order));
    };
  }),
  breakage('AUTH-16', 'a foreign row is read', (): Layer => {
    const bearers = new Map<string, string>();
    return async (one, next) => {
      const told = await next(one);
      const org = String(claimsOf(one)['org_id']);
      if (told.status < 300) bearers.set(org, headerOf(one, 'authorization') ?? '');
      if (told.status !== 404 || !/^GET \/(orders|executions)\//.test(routeOf(one))) return told;
      for (const [other, bearer] of bearers) {
        if (other === org) continue;
        const foreign = await next(having(one, 'Authorization', bearer));
        if (foreign.status === 200) return foreign;
      }
      return told;
    };
  }),
];

type Flaw = 'signature' | 'claims' | 'exp' | 'aud' | 'iss' | 'nbf' | 'alg';

/** A token of the suite's that is refused for this one thing is served with a good one of the same user. */
function takingTokens(flaw: Flaw): Layer {
  const good = new Map<string, { readonly bearer: string; readonly parts: readonly string[]; readonly claims: Json }>();
  return async (one, next) => {
    const bearer = headerOf(one, 'authorization') ?? '';
    const parts = bearer.replace(/^bearer +/i, '').split('.');
    const claims = claimsOf(one);
    const told = await next(one);
    if (told.status < 300) good.set(String(claims['sub']), { bearer, parts, claims });
    const known = good.get(String(claims['sub']));
    if (told.status !== 401 || known === undefined) return told;
    return hasFlaw(flaw, parts, claims, known) ? next(having(one, 'Authorization', known.bearer)) : told;
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
