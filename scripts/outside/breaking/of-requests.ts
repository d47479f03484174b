/** Broken on the way in: what is not to be taken is mended by the proxy before the gateway sees it. */
import { asking, claimsOf, jsonOf as jsonIn, keyOf, queryOf, withQuery } from '../proxy/telling.ts';
import {
  type Asked,
  answering,
  asked,
  both,
  breakage,
  CANCEL,
  coded,
  codeOf,
  dropping,
  has,
  having,
  headerOf,
  inError,
  inJson,
  type Json,
  type Layer,
  OWNERS,
  of,
  POSITION,
  REPLAY,
  routeOf,
  SUBMIT,
  setting,
  stated,
  statusOf,
  type Told,
  telling,
  WRITE,
  without,
} from './breakage.ts';

const isWrite = (one: Asked): boolean => routeOf(one).startsWith('POST /orders');
const isSubmit = (one: Asked): boolean => routeOf(one) === 'POST /orders';

const body = (change: (order: Json) => Json) =>
  asked((one) => {
    const order = isWrite(one) ? jsonIn(one) : undefined;
    return order === undefined ? one : asking(one, change(order));
  });
const money = (change: (text: unknown) => unknown) =>
  body((order) =>
    Object.fromEntries(
      Object.entries(order).map(([name, value]) => [name, name === 'price' || name === 'qty' ? change(value) : value]),
    ),
  );
const text = (change: (text: string) => string) =>
  money((value) => (typeof value === 'string' ? change(value) : value));
const strip = (name: RegExp, route = isWrite) =>
  asked((one) => {
    const order = route(one) ? jsonIn(one) : undefined;
    if (order === undefined) return one;
    return asking(one, Object.fromEntries(Object.entries(order).filter(([member]) => !name.test(member))));
  });
const query = (change: (query: URLSearchParams, one: Asked) => void) =>
  asked((one) => {
    if (one.method !== 'GET' || !/^\/(orders|executions|me|operations)\b/.test(one.path) || !one.path.includes('?'))
      return one;
    const parameters = queryOf(one);
    change(parameters, one);
    return withQuery(one, parameters);
  });

const OF_MONEY = [
  breakage(
    'MON-01',
    'malformed money is taken for 1',
    text((value) => (/^-?[0-9]+(\.[0-9]+)?$/.test(value) ? value : '1')),
  ),
  breakage(
    'MON-01',
    'thousands are parted',
    text((value) => value.replaceAll(/[,_]/g, '')),
  ),
  breakage(
    'MON-02',
    'leading zeros past 64 characters do not count',
    text((value) => (value.length > 64 ? value.replace(/^(-?)0+(?=[0-9])/, '$1') : value)),
  ),
  breakage(
    'MON-03',
    'exponents are taken',
    text((value) => (/^-?[0-9.]+e[+-]?[0-9]+$/i.test(value) ? String(Number(value)) : value)),
  ),
  breakage(
    'MON-04',
    'a leading plus is taken',
    text((value) => value.replace(/^\+/, '')),
  ),
  breakage(
    'MON-05',
    'a bare point is taken',
    text((value) => value.replace(/^(-?)\./, '$10.').replace(/\.$/, '')),
  ),
  breakage(
    'MON-05',
    'a point at the end is taken',
    text((value) => value.replace(/\.$/, '')),
  ),
  breakage(
    'MON-05',
    'a point at the start is taken',
    text((value) => value.replace(/^(-?)\./, '$10.')),
  ),
  breakage(
    'MON-06',
    'white space is cut off',
    text((value) => value.trim()),
  ),
  breakage(
    'MON-06',
    'white space at the end is cut off',
    text((value) => value.trimEnd()),
  ),
  breakage(
    'MON-07',
    'other digits are read',
    text((value) => value.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => (/[0-9]/.test(digit) ? digit : '1'))),
  ),
  breakage(
    'MON-08',
    'more than 18 places are cut',
    text((value) => value.replace(/(\.[0-9]{18})[0-9]+$/, '$1')),
  ),
  breakage(
    'MON-09',
    'a value past int64 is made to fit',
    text((value) =>
      /^[0-9]{19,}$/.test(value) && BigInt(value) > 9_223_372_036_854_775_807n ? '9223372036854775807' : value,
    ),
  ),
  breakage(
    'MON-09',
    'the largest that fits is refused',
    (): Layer => (one, next) =>
      next(
        one.body.toString().includes('9223372036854775807')
          ? { ...one, body: Buffer.from(one.body.toString().replaceAll('9223372036854775807', '9223372036854775808')) }
          : one,
      ),
  ),
  breakage(
    'MON-10',
    'numbers are taken',
    money((value) => (typeof value === 'number' ? String(value) : value)),
  ),
  breakage(
    'MON-10',
    'booleans are taken for none',
    money((value) => (typeof value === 'boolean' ? null : value)),
  ),
  breakage(
    'MON-10',
    'objects are taken for none',
    money((value) => (typeof value === 'object' ? null : value)),
  ),
  breakage('MON-11', 'scale fields are not seen', strip(/Scale$/)),
  breakage('MON-11', 'priceScale is not seen', strip(/^priceScale$/)),
  breakage(
    'MON-12',
    'leading zeros are refused',
    text((value) => (/^0[0-9]/.test(value) ? 'zeros' : value)),
  ),
  breakage(
    'MON-12',
    'trailing zeros are refused',
    text((value) => (/\.[0-9]*0$/.test(value) ? 'zeros' : value)),
  ),
  breakage(
    'MON-13',
    'a minus sign is refused at the door',
    text((value) => (value.startsWith('-') ? 'minus' : value)),
  ),
  breakage(
    'MON-14',
    'a price of 0 is a price',
    text((value) => (/^-?0$/.test(value) ? '1' : value)),
  ),
  breakage(
    'MON-14',
    'a price of null is refused',
    money((value) => value ?? 'null'),
  ),
  breakage(
    'MON-17',
    'an order without instrument is of the first',
    body((order) =>
      (order['instrumentId'] === undefined && order['instrument'] === undefined) || order['instrumentId'] === 0
        ? { ...order, instrumentId: 1 }
        : order,
    ),
  ),
  breakage(
    'MON-17',
    'an instrument of 0 is of the first',
    body((order) => (order['instrumentId'] === 0 ? { ...order, instrumentId: 1 } : order)),
  ),
];

const OF_ORDERS = [
  breakage(
    'ID-04',
    'a 64-bit id as a number is taken',
    body((order) => (typeof order['orderId'] === 'number' ? { ...order, orderId: undefined } : order)),
  ),
  breakage('IDEM-15', 'userId is not seen', strip(/^userId$/)),
  breakage(
    'IDEM-15',
    'userId is not seen on a cancel',
    strip(/^userId$/, (one) => !isSubmit(one) && isWrite(one)),
  ),
  breakage('ORD-13', 'algoInstanceId is not seen', strip(/^algoInstanceId$/)),
  breakage('ORD-13', 'userId is not seen on a submit', strip(/^userId$/, isSubmit)),
  breakage(
    'ORD-01',
    'another clientOrderId is not seen',
    asked((one) => {
      const order = isSubmit(one) ? jsonIn(one) : undefined;
      return order === undefined || keyOf(one) === undefined
        ? one
        : asking(one, { ...order, clientOrderId: keyOf(one) });
    }),
  ),
  breakage(
    'ORD-02',
    'an order without account is of the first',
    body((order) =>
      order['accountId'] === undefined && order['account'] === undefined ? { ...order, accountId: 1 } : order,
    ),
  ),
  breakage(
    'ORD-02',
    'an account that does not agree is not seen',
    body((order) => (order['accountId'] === undefined ? order : { ...order, account: undefined })),
  ),
  breakage(
    'ORD-02',
    'an account is addressed by id alone',
    body(({ account: _, ...order }) => order),
  ),
  breakage(
    'ORD-03',
    'an instrument that does not agree is not seen',
    body((order) => (order['instrumentId'] === undefined ? order : { ...order, instrument: undefined })),
  ),
  breakage(
    'ORD-03',
    'an instrument is addressed by id alone',
    body(({ instrument: _, ...order }) => order),
  ),
  breakage(
    'ORD-04',
    'an account name not held answers 404',
    stated(
      404,
      both(SUBMIT, (told) => codeOf(told) === 'ACCOUNT_NOT_ACTIVE'),
    ),
  ),
  breakage(
    'ORD-04',
    'an account name not held has another code',
    inError((error) => ({ ...error, code: 'NO_SUCH_ACCOUNT' }), both(SUBMIT, coded('ACCOUNT_NOT_ACTIVE'))),
  ),
  breakage(
    'ORD-05',
    'a symbol not held answers 400',
    stated(400, (told, one) => codeOf(told) === 'INSTRUMENT_NOT_LIVE' && jsonIn(one)?.['instrument'] !== undefined),
  ),
  breakage(
    'ORD-05',
    'a symbol not held names a position',
    setting(
      POSITION,
      () => '45',
      (told, one) => codeOf(told) === 'INSTRUMENT_NOT_LIVE' && jsonIn(one)?.['instrument'] !== undefined,
    ),
  ),
  breakage(
    'ORD-06',
    'a foreign name has another message',
    inError(
      (error) => ({ ...error, message: 'of another organisation' }),
      (told, one) =>
        codeOf(told) === 'ACCOUNT_NOT_ACTIVE' &&
        jsonIn(one)?.['account'] !== undefined &&
        !/^(no|an) /i.test(String(jsonIn(one)?.['account'])),
    ),
  ),
  breakage('ORD-07', 'a retry resolves names anew', (): Layer => {
    const names = new Map<string, string>();
    return async (one, next) => {
      const key = keyOf(one) ?? '';
      const named = JSON.stringify([jsonIn(one)?.['account'], jsonIn(one)?.['instrument']]);
      const told = await next(one);
      if (!isSubmit(one)) return told;
      const before = names.get(key);
      if (before === undefined && told.status < 300) names.set(key, named);
      if (before === undefined || before === named) return told;
      return telling(
        { ...without(told, POSITION, REPLAY), status: 422 },
        {
          error: {
            code: 'ACCOUNT_NOT_ACTIVE',
            message: 'no',
            requestId: headerOf(told, 'x-request-id'),
            retryable: false,
          },
        },
      );
    };
  }),
  breakage(
    'ORD-08',
    'a price off the grid has another code',
    inError((error) => ({ ...error, code: 'PRICE_OFF_GRID' }), coded('TICK_SIZE_VIOLATION')),
  ),
  breakage('ORD-08', 'a quantity off the grid answers 400', stated(400, coded('QTY_STEP_VIOLATION'))),
  breakage(
    'ORD-08',
    'a price is rounded to the grid',
    body((order) =>
      typeof order['price'] === 'string'
        ? { ...order, price: order['price'].replace(/(\.[0-9]{2})[0-9]+$/, '$1') }
        : order,
    ),
  ),
  breakage(
    'ORD-09',
    'what no grid holds has another code',
    inError((error) => ({ ...error, code: 'NO_GRID' }), coded('INVALID_FIELD')),
  ),
  breakage(
    'ORD-10',
    'an instrument id not held answers at the door',
    dropping(
      POSITION,
      (told, one) => codeOf(told) === 'INSTRUMENT_NOT_LIVE' && jsonIn(one)?.['instrumentId'] !== undefined,
    ),
  ),
  breakage(
    'ORD-10',
    'an instrument id not held answers 404',
    stated(404, (told, one) => codeOf(told) === 'INSTRUMENT_NOT_LIVE' && jsonIn(one)?.['instrumentId'] !== undefined),
  ),
  breakage('ORD-12', 'no reference price answers 422', stated(422, coded('NO_REFERENCE_PRICE'))),
  breakage('ORD-17', 'a submit without the scope answers 401', stated(401, both(SUBMIT, coded('CAPABILITY_DENIED')))),
  breakage(
    'ORD-17 AUTH-14',
    'a want of capability has another code',
    inError((error) => ({ ...error, code: 'FORBIDDEN' }), coded('CAPABILITY_DENIED')),
  ),
  breakage(
    'ORD-19',
    'a rejection of no published reason',
    inJson((json) => mapRejections(json, (rejection) => ({ ...rejection, reason: 'no reason' }))),
  ),
  breakage(
    'ORD-19',
    'a rejection whose legs are numbers',
    inJson((json) => mapRejections(json, (rejection) => ({ ...rejection, observedValue: 1.5, limitValue: 1 }))),
  ),
];

function mapRejections(value: unknown, change: (rejection: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((one) => mapRejections(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === 'rejection' && one !== null ? change(one as Json) : mapRejections(one, change),
    ]),
  );
}

const OF_QUERIES = [
  breakage(
    'QRY-01',
    'unknown parameters are not seen',
    query((parameters) => {
      for (const name of [...parameters.keys()])
        if (!['limit', 'cursor', 'include', 'view', 'status'].includes(name)) parameters.delete(name);
    }),
  ),
  breakage(
    'QRY-01',
    'names in another case are known',
    asked((one) => (one.method === 'GET' ? { ...one, path: one.path.replace('Limit=', 'limit=') } : one)),
  ),
  breakage(
    'QRY-01',
    'an unknown parameter has another code',
    inError(
      (error) => ({ ...error, code: 'UNKNOWN_PARAMETER' }),
      (told, one) => told.status === 400 && one.path.includes('nonsense'),
    ),
  ),
  breakage(
    'QRY-02',
    'a row takes any parameter',
    asked((one) =>
      /^\/(orders|executions)\/[^?]+\?/.test(one.path) && one.method === 'GET'
        ? { ...one, path: one.path.split('?')[0] ?? '' }
        : one,
    ),
  ),
  breakage(
    'QRY-02',
    'a row takes include',
    asked((one) =>
      /^\/(orders|executions)\/[^?]+\?include=total$/.test(one.path)
        ? { ...one, path: one.path.split('?')[0] ?? '' }
        : one,
    ),
  ),
  breakage(
    'QRY-02',
    'a row takes no view',
    asked((one) =>
      /^\/(orders|executions)\/[^?]+\?view=latest$/.test(one.path) ? { ...one, path: `${one.path}&x=1` } : one,
    ),
  ),
  breakage(
    'QRY-03',
    '/me takes any parameter',
    asked((one) => (one.path.startsWith('/me?') ? { ...one, path: '/me' } : one)),
  ),
  breakage(
    'QRY-03',
    'an operation takes any parameter',
    asked((one) => (one.path.startsWith('/operations/') ? { ...one, path: one.path.split('?')[0] ?? '' } : one)),
  ),
  breakage(
    'QRY-05',
    'view=approved is latest',
    query((parameters) => {
      if (parameters.get('view') === 'approved') parameters.set('view', 'latest');
    }),
  ),
  breakage(
    'QRY-05',
    'view=approved of a row is latest',
    asked((one) =>
      /^\/(orders|executions)\/.*view=approved/.test(one.path)
        ? { ...one, path: one.path.replace('approved', 'latest') }
        : one,
    ),
  ),
  breakage(
    'PAGE-04',
    'a limit of 0 is none',
    query((parameters) => {
      if (parameters.get('limit') === '0') parameters.delete('limit');
    }),
  ),
  breakage(
    'PAGE-04',
    'a negative limit is none',
    query((parameters) => {
      if (parameters.get('limit')?.startsWith('-')) parameters.delete('limit');
    }),
  ),
  breakage(
    'PAGE-04',
    'a limit that is no integer is none',
    query((parameters) => {
      if (!/^-?[0-9]+$/.test(parameters.get('limit') ?? '1')) parameters.delete('limit');
    }),
  ),
  breakage(
    'PAGE-04',
    'a limit of 0 has another code',
    inError(
      (error) => ({ ...error, code: 'BAD_LIMIT' }),
      (told, one) => told.status === 400 && one.path.includes('limit='),
    ),
  ),
  breakage(
    'PAGE-03',
    'a limit over 100 is refused',
    query((parameters) => {
      if (Number(parameters.get('limit') ?? 1) > 100) parameters.set('limit', '0');
    }),
  ),
  breakage(
    'PAGE-03',
    'a limit over 100 is no limit',
    query((parameters) => {
      if (Number(parameters.get('limit') ?? 1) > 100) parameters.delete('limit');
    }),
  ),
  breakage(
    'PAGE-03',
    'pages of 50 at most',
    query((parameters) => {
      if (Number(parameters.get('limit') ?? 1) > 50) parameters.set('limit', '50');
    }),
  ),
  breakage(
    'PAGE-03',
    'a limit of n gives n + 1',
    query((parameters) => {
      const limit = Number(parameters.get('limit') ?? 0);
      if (limit > 0 && limit < 100) parameters.set('limit', String(limit + 1));
    }),
  ),
];

const OF_CALLERS = [
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
    inError((error) => ({ ...error, code: 'NOT_ADMITTED' }), coded('AWAITING_ADMISSION')),
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
    inError(
      (error) => ({ ...error, code: 'NO_ORGANISATION' }),
      (told, one) => told.status === 403 && claimsOf(one)['org_id'] === undefined,
    ),
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
    inError(
      (error) => ({ ...error, code: 'USER_DISABLED' }),
      (told) => told.status === 403 && codeOf(told) === 'FORBIDDEN_PRINCIPAL',
    ),
  ),
  breakage(
    'AUTH-07',
    'a suspended organisation has another code',
    inError((error) => ({ ...error, code: 'FORBIDDEN_PRINCIPAL' }), coded('ORG_NOT_ACTIVE')),
  ),
  breakage('AUTH-07', 'a suspended organisation answers 503', stated(503, coded('ORG_NOT_ACTIVE'))),
  breakage(
    'AUTH-09',
    'what is malformed is told to anyone',
    (): Layer => async (one, next) => {
      const told = await next(one);
      const malformed = isWrite(one) && one.body.length > 0 && jsonIn(one) === undefined;
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
      const order = { ...jsonIn(one), clientOrderId: key };
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
  const head = jsonIn({ body: Buffer.from(parts[0] ?? '', 'base64url') }) ?? {};
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

const requestIdOf = (told: Told): string => headerOf(told, 'x-request-id') ?? '';
const slot = (one: Asked): string => `${String(claimsOf(one)['org_id'])} ${keyOf(one)}`;

/** The gateway sees each key with a number of uses after it, as far as `again` says. */
function renewedKeys(again: (one: Asked, former: Told | undefined) => boolean): Layer {
  const uses = new Map<string, { readonly n: number; readonly last: Told }>();
  return async (one, next) => {
    const key = keyOf(one);
    if (!isWrite(one) || key === undefined || !/^[\w-]{8,36}$/.test(key)) return next(one);
    const before = uses.get(slot(one));
    const n = before === undefined ? 0 : before.n + (again(one, before.last) ? 1 : 0);
    const renamed = n === 0 ? key : `${key.slice(0, 30)}-${n}`;
    const order = jsonIn(one);
    const inside = order?.['clientOrderId'] === key ? asking(one, { ...order, clientOrderId: renamed }) : one;
    const told = await next(having(inside, 'Idempotency-Key', renamed));
    const last = { ...told, body: told.body.replaceAll(renamed, key) };
    uses.set(slot(one), { n, last });
    return last;
  };
}

const isRecorded = (told: Told | undefined): boolean => told !== undefined && headerOf(told, POSITION) !== undefined;
const reused = (told: Told): Told =>
  telling(without({ ...told, status: 409 }, POSITION, REPLAY), {
    error: { code: 'IDEMPOTENCY_KEY_REUSED', message: 'used', requestId: requestIdOf(told), retryable: false },
  });

const OF_KEYS = [
  breakage('IDEM-01', 'a missing key is made up', (): Layer => {
    let n = 0;
    return (one, next) => {
      n += 1;
      return next(isWrite(one) && keyOf(one) === undefined ? having(one, 'Idempotency-Key', `made-up-${n}-0000`) : one);
    };
  }),
  breakage(
    'IDEM-01',
    'a malformed key is mended',
    asked((one) =>
      isWrite(one) && keyOf(one) !== undefined
        ? having(
            one,
            'Idempotency-Key',
            (keyOf(one) ?? '').replaceAll(/[^A-Za-z0-9._~-]/g, '-').slice(0, 64) || 'empty-key',
          )
        : one,
    ),
  ),
  breakage(
    'IDEM-01',
    'a missing key answers 428',
    stated(428, (told, one) => told.status === 400 && isWrite(one) && keyOf(one) === undefined),
  ),
  breakage('IDEM-02', 'a replay does not say so', dropping(REPLAY, both(WRITE, statusOf(200, 201)))),
  breakage('IDEM-02', 'a replay answers 200', stated(200, both(SUBMIT, has(REPLAY), statusOf(201)))),
  breakage(
    'IDEM-02',
    'a replay of another body',
    inJson((json) => ({ ...json, qty: '7', leavesQty: '7' }), both(SUBMIT, has(REPLAY), statusOf(201))),
  ),
  breakage(
    'IDEM-02',
    'a replay with a property less',
    inJson(({ side: _, ...json }) => json, both(SUBMIT, has(REPLAY), statusOf(201))),
  ),
  breakage('IDEM-02', 'a replay of a cancel does not say so', dropping(REPLAY, CANCEL)),
  breakage('IDEM-02', 'a key is no key', () => renewedKeys(() => true)),
  breakage('IDEM-02', 'a retry answers 409', answering(both(WRITE, has(REPLAY)), reused)),
  breakage(
    'IDEM-03',
    'a first answer says that it is a replay',
    setting(REPLAY, () => 'true', both(WRITE, statusOf(201))),
  ),
  breakage(
    'IDEM-03',
    'a first cancel says that it is a replay',
    setting(REPLAY, () => 'true', both(CANCEL, statusOf(200))),
  ),
  breakage(
    'IDEM-03',
    'a first refusal says that it is a replay',
    setting(REPLAY, () => 'true', OWNERS),
  ),
  breakage('IDEM-04', 'a replayed refusal does not say so', dropping(REPLAY, OWNERS)),
  breakage(
    'IDEM-04',
    'a replayed refusal has another code',
    inError((error) => ({ ...error, code: 'REFUSED_BEFORE' }), both(OWNERS, has(REPLAY))),
  ),
  breakage('IDEM-04 IDEM-08', "an owner's refusal leaves the key free", () =>
    renewedKeys((_, former) => isRecorded(former) && former !== undefined && former.status >= 400),
  ),
  breakage('IDEM-05', 'a retry under way is refused', (): Layer => {
    const underWay = new Set<string>();
    return async (one, next) => {
      if (!isWrite(one)) return next(one);
      const name = slot(one);
      if (underWay.has(name))
        return {
          status: 409,
          headers: [
            ['Content-Type', 'application/json'],
            ['X-Request-Id', 'made-by-the-proxy'],
          ],
          body: JSON.stringify({
            error: { code: 'IN_PROGRESS', message: 'wait', requestId: 'made-by-the-proxy', retryable: false },
          }),
        };
      underWay.add(name);
      try {
        return await next(one);
      } finally {
        underWay.delete(name);
      }
    };
  }),
  breakage('IDEM-05 IDEM-16', 'a retry under way has its own effect', (): Layer => {
    const underWay = new Map<string, number>();
    return async (one, next) => {
      if (!isSubmit(one)) return next(one);
      const name = slot(one);
      const n = underWay.get(name) ?? 0;
      underWay.set(name, n + 1);
      try {
        if (n === 0) return await next(one);
        const renamed = `${keyOf(one)}-${n}`;
        const told = await next(
          asking(having(one, 'Idempotency-Key', renamed), { ...jsonIn(one), clientOrderId: renamed }),
        );
        return { ...told, body: told.body.replaceAll(renamed, keyOf(one) ?? '') };
      } finally {
        underWay.set(name, (underWay.get(name) ?? 1) - 1);
      }
    };
  }),
  breakage(
    'IDEM-06',
    'a key of another operation answers another code',
    inError((error) => ({ ...error, code: 'CONFLICT' }), coded('IDEMPOTENCY_KEY_REUSED')),
  ),
  breakage('IDEM-06', 'a key of another operation answers 422', stated(422, coded('IDEMPOTENCY_KEY_REUSED'))),
  breakage(
    'IDEM-06',
    'a key is bound to the operation',
    (): Layer => (one, next) =>
      next(
        CANCEL({ status: 0, headers: [], body: '' }, one) && keyOf(one) !== undefined
          ? having(one, 'Idempotency-Key', `${keyOf(one)}.c`)
          : one,
      ),
  ),
  breakage('IDEM-07', 'a door refusal spends the key', (): Layer => {
    const spent = new Map<string, Told>();
    return async (one, next) => {
      const held = isWrite(one) ? spent.get(slot(one)) : undefined;
      if (held !== undefined) return having(held, REPLAY, 'true');
      const told = await next(one);
      if (isWrite(one) && told.status >= 400 && told.status < 429 && !isRecorded(told) && told.status !== 401)
        spent.set(slot(one), told);
      return told;
    };
  }),
  breakage('IDEM-09', 'a key is kept for ever', (): Layer => {
    const kept = new Map<string, Told>();
    return async (one, next) => {
      const told = await next(one);
      if (!isSubmit(one) || told.status !== 201) return told;
      const first = kept.get(slot(one));
      if (first === undefined) kept.set(slot(one), told);
      return first === undefined ? told : having(first, REPLAY, 'true');
    };
  }),
  breakage(
    'IDEM-10',
    'an operation is not there',
    answering(of(/^GET \/operations\//), (told) =>
      told.status === 200
        ? telling(
            { ...told, status: 404 },
            { error: { code: 'UNKNOWN_OPERATION', message: 'none', requestId: requestIdOf(told), retryable: false } },
          )
        : told,
    ),
  ),
  breakage(
    'IDEM-10',
    'an unknown key has another code',
    inError((error) => ({ ...error, code: 'NOT_FOUND' }), coded('UNKNOWN_OPERATION')),
  ),
  breakage(
    'IDEM-10',
    'an operation without its outcome',
    inJson(({ outcome: _, ...json }) => json, of(/^GET \/operations\//)),
  ),
  breakage('IDEM-11', 'a 202 without Location', dropping('Location', statusOf(202))),
  breakage(
    'IDEM-11',
    'a 202 that leads elsewhere',
    setting('Location', () => '/operations/another', statusOf(202)),
  ),
  breakage('IDEM-11', 'a slow write answers 200', stated(200, statusOf(202))),
  breakage('IDEM-12', 'an operation stays as it was first read', (): Layer => {
    const first = new Map<string, string>();
    return async (one, next) => {
      const told = await next(one);
      if (!/^GET \/operations\//.test(routeOf(one)) || told.status !== 200) return told;
      const read = first.get(one.path) ?? told.body;
      first.set(one.path, read);
      return { ...told, body: read };
    };
  }),
  breakage(
    'IDEM-12',
    'an operation is forgotten after a 202',
    answering(
      (told, one) => /^GET \/operations\//.test(routeOf(one)) && told.body.includes('PENDING'),
      (told) =>
        telling(
          { ...told, status: 404 },
          { error: { code: 'UNKNOWN_OPERATION', message: 'none', requestId: requestIdOf(told), retryable: false } },
        ),
    ),
  ),
  breakage('IDEM-13', 'a settled key answers 409', (): Layer => {
    const promised = new Set<string>();
    return async (one, next) => {
      const told = await next(one);
      if (told.status === 202) promised.add(slot(one));
      return isWrite(one) && promised.has(slot(one)) && told.status !== 202 ? reused(told) : told;
    };
  }),
  breakage(
    'IDEM-14',
    'a key not looked up answers 202',
    answering(coded('NOT_SERVING'), (told, one) => ({
      ...having(without(told, 'Retry-After'), 'Location', `/operations/${keyOf(one)}`),
      status: 202,
      body: '',
    })),
  ),
  breakage('IDEM-14', 'a key not looked up answers 500', stated(500, coded('NOT_SERVING'))),
  breakage('IDEM-16', 'a key has an effect each time', () => renewedKeys((one) => isSubmit(one))),
  breakage(
    'IDEM-16',
    'every order is listed twice',
    (): Layer => async (one, next) => {
      const told = await next(one);
      const page = routeOf(one) === 'GET /orders' && told.status === 200 ? jsonIn(told) : undefined;
      if (page === undefined) return told;
      const twin = (row: Json): Json => ({ ...row, orderId: String(BigInt(String(row['orderId'])) - 1n) });
      return telling(told, { ...page, items: (page['items'] as Json[]).flatMap((row) => [row, twin(row)]) });
    },
  ),
  breakage('IDEM-17', 'an operation is read by anyone', (): Layer => {
    const read = new Map<string, Told>();
    return async (one, next) => {
      const told = await next(one);
      if (!/^GET \/operations\//.test(routeOf(one))) return told;
      if (told.status === 200) read.set(one.path, told);
      return told.status === 404 ? (read.get(one.path) ?? told) : told;
    };
  }),
  breakage(
    'IDEM-18',
    'INTERRUPTED is not retryable',
    inError((error) => ({ ...error, retryable: false }), coded('INTERRUPTED')),
  ),
  breakage(
    'IDEM-19',
    'a replay names another position',
    setting(POSITION, (told) => String(Number(headerOf(told, POSITION)) + 1), has(REPLAY)),
  ),
  breakage('IDEM-19', 'a replay names no position', dropping(POSITION, has(REPLAY))),
  breakage('IDEM-19', 'a replay under the first request id', (): Layer => {
    const ids = new Map<string, string>();
    return async (one, next) => {
      const told = await next(one);
      const first = isWrite(one) ? ids.get(slot(one)) : undefined;
      if (isWrite(one) && first === undefined && isRecorded(told)) ids.set(slot(one), requestIdOf(told));
      return first !== undefined && headerOf(told, REPLAY) === 'true' ? having(told, 'X-Request-Id', first) : told;
    };
  }),
  breakage('IDEM-19', "a replayed refusal under the first request's id", (): Layer => {
    const ids = new Map<string, string>();
    return async (one, next) => {
      const told = await next(one);
      const error = jsonIn(told)?.['error'] as Json | undefined;
      if (!isWrite(one) || error === undefined || !isRecorded(told)) return told;
      const first = ids.get(slot(one)) ?? requestIdOf(told);
      ids.set(slot(one), first);
      return telling(told, { error: { ...error, requestId: first } });
    };
  }),
];

export const OF_REQUESTS = [...OF_MONEY, ...OF_ORDERS, ...OF_QUERIES, ...OF_CALLERS, ...OF_KEYS] as const;
