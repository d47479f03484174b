/** Defects of contract versions: the response of an older member is recognised by its body. */
import { type HttpResponse, isReplay, type Json, jsonOf, type Layer, queryOf, refusal, withJson } from '../variations/layer.ts';
import {
  AS_OF,
  both,
  changeWhere,
  codeOf,
  has,
  inError,
  inJson,
  inRows,
  lacks,
  of,
  SUBMIT,
  settingHeader,
  statusOf,
  type When,
  withStatus,
} from './changes.ts';
import { type Defect, defects } from './defect.ts';

const ORDERS = both(of(/^GET \/orders$/), statusOf(200));
const TO_COME = both(of(/ \/(algos|v1|account-balances)\b/), statusOf(404));
/** Whether the page is from a member before 0.13.0. */
const older = (json: Json): boolean => json['items'] !== undefined && json['asOfSeqTsNs'] === undefined;
const withoutRequestId = both(lacks('X-Request-Id'), statusOf(400, 401, 404));
const asksFor =
  (name: string): When =>
  (_, request) =>
    queryOf(request).has(name);

/** Applies the change to every second response that it would change. */
function everySecond(layer: () => Layer): () => Layer {
  return () => {
    const changed = layer();
    let n = 0;
    return async (request, next) => {
      const good = await next(request);
      const bad = await changed(request, async () => good);
      if (bad.body === good.body && bad.status === good.status) return bad;
      n += 1;
      return n % 2 === 0 ? bad : good;
    };
  };
}

const made =
  (status: number, json: Json) =>
  (response: HttpResponse): HttpResponse =>
    withJson(
      {
        ...response,
        status,
        headers: [...response.headers.filter(([name]) => !/^content-type$/i.test(name)), ['Content-Type', 'application/json']],
      },
      json,
    );

const less = (name: string) => (json: Json) => Object.fromEntries(Object.entries(json).filter(([one]) => one !== name));

export const VERSIONS_DEFECTS: readonly Defect[] = defects([
  [
    'VER-01 | VER-04 VER-07',
    "an older member's page has a newer one's cursors now and then",
    everySecond(inJson((json) => (older(json) ? { ...json, nextCursor: null } : json), ORDERS)),
  ],
  ['VER-01 | PAGE-01 POS-06 VER-04', "a newer member's page lacks its time now and then", everySecond(inJson(less('asOfSeqTsNs'), both(ORDERS, has(AS_OF))))],
  [
    'VER-02',
    'a route that is to come is 404 in the envelope',
    changeWhere(both(TO_COME, lacks('X-Request-Id')), (_, request) => refusal(request, 404, 'ROUTE_NOT_FOUND')),
  ],
  ...[200, 503].map((status) => ['VER-02 | any', `a route that is to come answers ${status}`, withStatus(status, TO_COME)] as const),
  [
    'VER-03',
    'the retry of a write that was lost is refused for good',
    changeWhere(
      both(SUBMIT, (response) => isReplay(response)),
      (_, request) => refusal(request, 409, 'IDEMPOTENCY_KEY_REUSED'),
    ),
  ],
  [
    'VER-04 | PAGE-16',
    'a cursor is refused before there are cursors',
    changeWhere(both(ORDERS, asksFor('cursor')), (_, request) => refusal(request, 400, 'INVALID_CURSOR')),
  ],
  ['VER-04 | POS-09', 'every member names a time', settingHeader(AS_OF, () => '1767571200000000000', both(of(/^GET \/me$/), lacks(AS_OF)))],
  [
    'VER-05 | any',
    'a new code leaves nothing to go by',
    inError((error) => ({ ...less('retryable')(error), code: 'ONE_OF_TOMORROW' }), of(/^GET \/orders\/[0-9]+$/)),
  ],
  ['VER-05 | PAGE-01 SVC-11', 'a new member takes the place of the cursors', inJson((json) => ({ ...less('nextCursor')(json), pageInfo: {} }), ORDERS)],
  ['VER-06 | SVC-11 VER-04', 'algoInstanceId on orders of every member', inRows((row) => ({ algoInstanceId: null, ...row }))],
  [
    'VER-07',
    'what is not known is refused before queries are closed',
    changeWhere(both(statusOf(200), asksFor('no-such-parameter')), (_, request) => refusal(request, 400, 'MALFORMED_REQUEST')),
  ],
  ['VER-07', 'a collection has a cursor before there are pages', inJson((json) => (older(json) ? { ...json, nextCursor: 'c' } : json), ORDERS)],
  ['VER-08 | VER-01 VER-04 VER-09', 'an older refusal names no code', inError(less('code'), withoutRequestId)],
  ['VER-08', 'an older refusal says retryable in words', inError((error) => ({ ...error, retryable: 'no' }), withoutRequestId)],
  [
    'VER-09 | ORD-02 ORD-04 SVC-11 VER-04',
    'an order by account name is taken by whoever is asked',
    changeWhere(
      (response, request) => SUBMIT(response, request) && codeOf(response) !== undefined && jsonOf(request)?.['account'] !== undefined,
      made(201, { orderId: '1' }),
    ),
  ],
  ...[200, 503].map(
    (status) =>
      [
        'VER-10 | VER-02 VER-04',
        `balances answer ${status} before they are there`,
        withStatus(status, both(of(/^GET \/account-balances$/), statusOf(404))),
      ] as const,
  ),
]);
