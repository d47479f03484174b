/** Defects on requests and responses: keys, replays and operations. */
import {
  type HttpRequest,
  type HttpResponse,
  type Json,
  jsonOf,
  keyOf,
  type Layer,
  routeOf,
  withHeader,
  withJson,
  withoutHeaders,
} from '../variations/layer.ts';
import {
  always,
  both,
  CANCEL,
  changeWhere,
  coded,
  droppingHeader,
  has,
  inJson,
  OWNERS,
  of,
  POSITION,
  REPLAY,
  recoded,
  retryable,
  SUBMIT,
  settingHeader,
  statusOf,
  WRITE,
  withStatus,
} from './changes.ts';
import { defects } from './defect.ts';
import { isRecorded, requestIdOf, slot, spendingKeys, underKey, unknownOperation } from './key-changes.ts';
import { isSubmit, isWrite } from './request-changes.ts';

/** Appends a use count to each key if `again` holds, so that the gateway sees a new key. */
function renewedKeys(again: (request: HttpRequest, former: HttpResponse | undefined) => boolean): Layer {
  const uses = new Map<string, { readonly n: number; readonly last: HttpResponse }>();
  return async (request, next) => {
    const key = keyOf(request);
    if (!isWrite(request) || key === undefined || !/^[\w-]{8,36}$/.test(key)) return next(request);
    const before = uses.get(slot(request));
    const n = before === undefined ? 0 : before.n + (again(request, before.last) ? 1 : 0);
    const last = n === 0 ? await next(request) : await underKey(request, `${key.slice(0, 30)}-${n}`, next);
    uses.set(slot(request), { n, last });
    return last;
  };
}

const reused = (response: HttpResponse): HttpResponse =>
  withJson(withoutHeaders({ ...response, status: 409 }, POSITION, REPLAY), {
    error: { code: 'IDEMPOTENCY_KEY_REUSED', message: 'used', requestId: requestIdOf(response), retryable: false },
  });

export const KEYS_DEFECTS = defects([
  [
    'IDEM-01 | ORD-01 ORD-14 SVC-11',
    'a missing key answers 428',
    withStatus(428, (response, request) => response.status === 400 && isWrite(request) && keyOf(request) === undefined),
  ],
  ['IDEM-02 | IDEM-06 IDEM-09 IDEM-13 ORD-07', 'a replay does not say so', droppingHeader(REPLAY, both(WRITE, statusOf(200, 201)))],
  ['IDEM-02 | IDEM-05 IDEM-06 IDEM-09 ORD-07', 'a replay answers 200', withStatus(200, both(SUBMIT, has(REPLAY), statusOf(201)))],
  [
    'IDEM-02 | IDEM-05 IDEM-06 IDEM-09 ORD-07',
    'a replay of another body',
    inJson((json) => ({ ...json, qty: '7', leavesQty: '7' }), both(SUBMIT, has(REPLAY), statusOf(201))),
  ],
  ['IDEM-02 | AUTH-14 IDEM-04', 'a replay of a cancel does not say so', droppingHeader(REPLAY, CANCEL)],
  ['IDEM-02', 'a key is no key', () => renewedKeys(() => true)],
  ['IDEM-02 | any', 'a retry answers 409', changeWhere(both(WRITE, has(REPLAY)), reused)],
  [
    'IDEM-03 | IDEM-07 IDEM-09 IDEM-14 IDEM-18 ORD-02 ORD-03 ORD-04 ORD-05',
    'a first answer says that it is a replay',
    settingHeader(REPLAY, () => 'true', both(WRITE, statusOf(201))),
  ],
  ['IDEM-03 | IDEM-07', 'a first cancel says that it is a replay', settingHeader(REPLAY, () => 'true', both(CANCEL, statusOf(200)))],
  ['IDEM-03 | AUTH-14 ERR-14', 'a first refusal says that it is a replay', settingHeader(REPLAY, () => 'true', OWNERS)],
  ['IDEM-04 | AUTH-14 ORD-07 POL-04', 'a replayed refusal does not say so', droppingHeader(REPLAY, OWNERS)],
  [
    'IDEM-04 | AUTH-14 ORD-07 ORD-08 ORD-09 ORD-10 ORD-12 ORD-17 POL-04',
    'a replayed refusal has another code',
    recoded('REFUSED_BEFORE', both(OWNERS, has(REPLAY))),
  ],
  [
    'IDEM-04 IDEM-08',
    "an owner's refusal leaves the key free",
    () => renewedKeys((_, former) => former !== undefined && isRecorded(former) && former.status >= 400),
  ],
  [
    'IDEM-05',
    'a retry under way is refused',
    (): Layer => {
      const underWay = new Set<string>();
      return async (request, next) => {
        if (!isWrite(request)) return next(request);
        const name = slot(request);
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
          return await next(request);
        } finally {
          underWay.delete(name);
        }
      };
    },
  ],
  [
    'IDEM-05 IDEM-16',
    'a retry under way has its own effect',
    (): Layer => {
      const underWay = new Map<string, number>();
      return async (request, next) => {
        if (!isSubmit(request)) return next(request);
        const name = slot(request);
        const n = underWay.get(name) ?? 0;
        underWay.set(name, n + 1);
        try {
          if (n === 0) return await next(request);
          return await underKey(request, `${keyOf(request)}-${n}`, next);
        } finally {
          underWay.set(name, (underWay.get(name) ?? 1) - 1);
        }
      };
    },
  ],
  ['IDEM-06', 'a key of another operation answers 422', withStatus(422, coded('IDEMPOTENCY_KEY_REUSED'))],
  [
    'IDEM-07',
    'a door refusal spends the key',
    spendingKeys(
      (response, request) => isWrite(request) && response.status >= 400 && response.status < 429 && !isRecorded(response) && response.status !== 401,
    ),
  ],
  [
    'IDEM-09 | IDEM-19',
    'a key is kept for ever',
    (): Layer => {
      const recorded = new Map<string, HttpResponse>();
      return async (request, next) => {
        const response = await next(request);
        if (!isSubmit(request) || response.status !== 201) return response;
        const first = recorded.get(slot(request));
        if (first === undefined) recorded.set(slot(request), response);
        return first === undefined ? response : withHeader(first, REPLAY, 'true');
      };
    },
  ],
  ['IDEM-10 | IDEM-12', 'an operation is not there', unknownOperation(always)],
  ['IDEM-10 | ERR-16 IDEM-14 IDEM-17', 'an unknown key has another code', recoded('NOT_FOUND', coded('UNKNOWN_OPERATION'))],
  ['IDEM-10 | SVC-11', 'an operation without its outcome', inJson(({ outcome: _, ...json }) => json, of(/^GET \/operations\//))],
  ['IDEM-11 | ALG-02', 'a 202 without Location', droppingHeader('Location', statusOf(202))],
  ['IDEM-11 | ALG-02', 'a 202 that leads elsewhere', settingHeader('Location', () => '/operations/another', statusOf(202))],
  [
    'IDEM-12',
    'an operation stays as it was first read',
    (): Layer => {
      const first = new Map<string, string>();
      return async (request, next) => {
        const response = await next(request);
        if (!routeOf(request).startsWith('GET /operations/') || response.status !== 200) return response;
        const read = first.get(request.path) ?? response.body;
        first.set(request.path, read);
        return { ...response, body: read };
      };
    },
  ],
  ['IDEM-12 | ALG-02', 'an operation is forgotten after a 202', unknownOperation((response) => response.body.includes('PENDING'))],
  [
    'IDEM-13',
    'a settled key answers 409',
    (): Layer => {
      const promised = new Set<string>();
      return async (request, next) => {
        const response = await next(request);
        if (response.status === 202) promised.add(slot(request));
        return isWrite(request) && promised.has(slot(request)) && response.status !== 202 ? reused(response) : response;
      };
    },
  ],
  [
    'IDEM-14 | ERR-14',
    'a key not looked up answers 202',
    changeWhere(coded('NOT_SERVING'), (response, request) => ({
      ...withHeader(withoutHeaders(response, 'Retry-After'), 'Location', `/operations/${keyOf(request)}`),
      status: 202,
      body: '',
    })),
  ],
  ['IDEM-16', 'a key has an effect each time', () => renewedKeys((request) => isSubmit(request))],
  [
    'IDEM-16 | IDEM-05 PAGE-03 PAGE-05 PAGE-16 VER-03',
    'every order is listed twice',
    (): Layer => async (request, next) => {
      const response = await next(request);
      const page = routeOf(request) === 'GET /orders' && response.status === 200 ? jsonOf(response) : undefined;
      if (page === undefined) return response;
      const twin = (row: Json): Json => ({ ...row, orderId: String(BigInt(String(row['orderId'])) - 1n) });
      return withJson(response, { ...page, items: (page['items'] as Json[]).flatMap((row) => [row, twin(row)]) });
    },
  ],
  [
    'IDEM-17',
    'an operation is read by anyone',
    (): Layer => {
      const read = new Map<string, HttpResponse>();
      return async (request, next) => {
        const response = await next(request);
        if (!routeOf(request).startsWith('GET /operations/')) return response;
        if (response.status === 200) read.set(request.path, response);
        return response.status === 404 ? (read.get(request.path) ?? response) : response;
      };
    },
  ],
  ['IDEM-18 | ERR-11', 'INTERRUPTED is not retryable', retryable(false, coded('INTERRUPTED'))],
  ['IDEM-19 | any', 'a replay names no position', droppingHeader(POSITION, has(REPLAY))],
]);
