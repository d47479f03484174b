/** Defects on one write other than those of orders: accepted, retried or refused. */
import {
  type HttpRequest,
  type HttpResponse,
  headerOf,
  isReplay,
  type Json,
  jsonOf,
  keyOf,
  type Layer,
  routeOf,
  withHeader,
  withJson,
} from '../variations/layer.ts';
import {
  AS_OF,
  both,
  changeWhere,
  coded,
  droppingHeader,
  has,
  inError,
  inJson,
  of,
  POSITION,
  REPLAY,
  recoded,
  retryable,
  settingHeader,
  statusOf,
  type When,
  withStatus,
} from './changes.ts';
import { defects } from './defect.ts';
import { spendingKeys } from './key-changes.ts';
import { to, written } from './register-changes.ts';

const TIME = () => '1767571200000000000';
const taken = (route: RegExp): When => both(of(route), statusOf(200, 201));
const refused = (route: RegExp): When => both(of(route), (response) => response.status >= 400);
const denied = (route: RegExp): When => both(of(route), coded('CAPABILITY_DENIED'));
const unheld = (route: RegExp): When => both(of(route), statusOf(404));

/** Serves an operation record of this family to every caller. */
const servedToAll = (route: RegExp) => (): Layer => {
  const records = new Map<string, HttpResponse>();
  const keys = new Set<string>();
  return async (request, next) => {
    if (to(route)(request)) keys.add(`/operations/${keyOf(request)}`);
    const response = await next(request);
    if (!keys.has(request.path)) return response;
    if (response.status === 200) records.set(request.path, response);
    return records.get(request.path) ?? response;
  };
};

const numbered = (name: string, path: string) => (): Layer => {
  let n = 0;
  return async (request, next) => {
    const response = await next(request);
    const json = jsonOf(response);
    if (routeOf(request) !== `POST ${path}` || response.status !== 201 || json?.[name] === undefined || isReplay(response)) return response;
    n += 1;
    return withJson(response, { ...json, [name]: n });
  };
};

const isBare = (request: HttpRequest): boolean => jsonOf(request) === undefined;
const inCharset = (request: HttpRequest): boolean => /bogus/.test(headerOf(request, 'content-type') ?? '');
const inOutcome =
  (family: string): When =>
  (response) =>
    (jsonOf(response)?.['outcome'] as Json | undefined)?.['family'] === family;
const remarked = (request: HttpRequest): boolean => jsonOf(request)?.['remark'] === 'another body';

export const EVERY_WRITE_DEFECTS = defects([
  [
    'IDEM-01 | REG-04 SVC-11',
    'an address without a key answers 428',
    withStatus(428, (response, request) => response.status === 400 && to(/^POST \/account-addresses$/)(request) && keyOf(request) === undefined),
  ],
  ['IDEM-02', 'a replayed policy does not say so', droppingHeader(REPLAY, taken(/^POST \/asset-policies$/))],
  ['IDEM-02', 'a replayed start is of another row', inJson((json) => ({ ...json, instanceId: 17 }), both(taken(/\/start$/), has(REPLAY)))],
  ['IDEM-02 | CRED-10', 'a replayed creation of a credential answers 200', withStatus(200, both(taken(/^POST \/credentials$/), has(REPLAY)))],
  ['IDEM-03 | IDEM-07', 'a first restatement of an account says that it is a replay', settingHeader(REPLAY, () => 'true', taken(/^PUT \/accounts\//))],
  ['IDEM-04', 'a denied user is not replayed as such', droppingHeader(REPLAY, denied(/^POST \/users$/))],
  ['IDEM-06', 'a reused key has another code on accounts', recoded('CONFLICT', both(of(/^POST \/accounts$/), statusOf(409)))],
  ['IDEM-07', 'a chain policy refused at the door spends its key', spendingKeys(both(of(/^PUT \/chain-policies\//), statusOf(400)))],
  [
    'IDEM-08',
    'a denied credential is judged anew for another body',
    droppingHeader(
      REPLAY,
      both(denied(/^POST \/credentials$/), (_, request) => remarked(request)),
    ),
  ],
  ['IDEM-10 | ALG-02 SVC-11', 'no record of a write on algos', withStatus(404, both(of(/^GET \/operations\//), inOutcome('algos')))],
  ['IDEM-15', 'a portfolio takes a user', written(/^POST \/portfolios$/, ({ userId: _, ...body }) => body)],
  ['IDEM-17', 'the record of a portfolio is told to all', servedToAll(/^POST \/portfolios$/)],
  ['IDEM-17', 'the record of a stopped instance is told to all', servedToAll(/\/stop$/)],
  [
    'IDEM-19 | ERR-02',
    "a replayed portfolio carries the first one's request id",
    (): Layer => {
      const ids = new Map<string, string>();
      return async (request, next) => {
        const response = await next(request);
        const id = headerOf(response, 'x-request-id') ?? '';
        if (!to(/^POST \/portfolios$/)(request)) return response;
        if (!isReplay(response)) ids.set(`${keyOf(request)}`, id);
        return withHeader(response, 'X-Request-Id', ids.get(`${keyOf(request)}`) ?? id);
      };
    },
  ],
  ['RID-01', 'no request id on a created credential', droppingHeader('X-Request-Id', taken(/^POST \/credentials$/))],
  ['RID-02', 'another request id on a halt', settingHeader('X-Request-Id', () => 'another-0001', taken(/^POST \/algos\/halt$/))],
  ['POS-01 | POS-08', 'no position on a created portfolio', droppingHeader(POSITION, taken(/^POST \/portfolios$/))],
  ['POS-01 | POS-08', 'no position on a deleted instance', droppingHeader(POSITION, taken(/\/delete$/))],
  ['POS-03', 'a time on a restated user', settingHeader(AS_OF, TIME, taken(/^PUT \/users\//))],
  ['POS-03', 'a time on a created credential', settingHeader(AS_OF, TIME, taken(/^POST \/credentials$/))],
  ['POS-03', 'no time on an account that is not held', droppingHeader(AS_OF, unheld(/^PUT \/accounts\//))],
  ['POS-05 | CRED-13', 'no position on a denied credential', droppingHeader(POSITION, denied(/^POST \/credentials$/))],
  ['POS-05 | ALG-03', 'no position on a denied halt', droppingHeader(POSITION, denied(/^POST \/algos\/halt$/))],
  ['AUTH-14', 'a denied rotation is a 401', withStatus(401, denied(/\/rotate$/))],
  ['AUTH-14 | ALG-03', 'a denied stop has another code', recoded('FORBIDDEN', denied(/\/stop$/))],
  [
    'AUTH-13',
    'a refused user is told the token',
    changeWhere(refused(/^POST \/users$/), (response, request) => ({
      ...response,
      body: response.body.replace('"message":"', `"message":"${headerOf(request, 'authorization')} `),
    })),
  ],
  ['ERR-02', 'a refused rotation names another request', inError((error) => ({ ...error, requestId: 'another-0001' }), refused(/\/rotate$/))],
  ['ERR-03', 'a refused halt says nothing', inError((error) => ({ ...error, message: '' }), refused(/^POST \/algos\/halt$/))],
  ['ERR-11 | IDEM-01', 'a refused address may be tried again', retryable(true, both(of(/^POST \/account-addresses$/), statusOf(400)))],
  ['ERR-15', 'a denied policy may be tried again', retryable(true, denied(/^POST \/trading-policies$/))],
  [
    'ERR-07',
    'what is no JSON answers 422 on a config',
    withStatus(422, (response, request) => response.status === 400 && to(/\/config$/)(request) && isBare(request)),
  ],
  [
    'ERR-08',
    'a charset that is none answers 415 on users',
    withStatus(415, (response, request) => response.status === 400 && to(/^PUT \/users\//)(request) && inCharset(request)),
  ],
  ['ERR-09', 'an address that is not held is forbidden', withStatus(403, unheld(/^PUT \/account-addresses\//))],
  ['ERR-09 | ALG-01', 'an instance that is not held has another code', recoded('NO_INSTANCE', unheld(/\/delete$/))],
  ['ID-05', 'portfolios are counted', numbered('portfolioId', '/portfolios')],
  [
    'ID-06',
    'no portfolio is a portfolio of the number 0',
    withStatus(422, (response, request) => response.status === 200 && to(/^PUT \/accounts\//)(request) && jsonOf(request)?.['portfolioId'] === 0),
  ],
  ['MON-16 | SVC-11', 'a created policy with a scaled integer', inJson((json) => ({ ...json, unscaled: 5 }), taken(/^POST \/trading-policies$/))],
  ['SVC-11 | ALG-11', 'a halt counts in words', inJson((json) => ({ ...json, count: 'none' }), taken(/^POST \/algos\/halt$/))],
  ['SVC-11 | POS-08', 'a restated user lacks its key', inJson(({ userId: _, ...json }) => json, taken(/^PUT \/users\//))],
]);
