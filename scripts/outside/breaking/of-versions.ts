/** Contract versions, broken: by what stands in an answer, an older member's is told from a newer one's. */
import { isReplay, queryOf, refusal } from '../proxy/telling.ts';
import type { Breakage, Json, Layer, Told, When } from './breakage.ts';
import {
  AS_OF,
  answering,
  both,
  breakage,
  coded,
  codeOf,
  has,
  inError,
  inJson,
  inRows,
  jsonOf,
  lacks,
  of,
  retryable,
  SUBMIT,
  setting,
  stated,
  statusOf,
  telling,
} from './breakage.ts';

const ORDERS = both(of(/^GET \/orders$/), statusOf(200));
const TO_COME = both(of(/ \/(algos|v1|account-balances)\b/), statusOf(404));
/** Before 0.13.0. */
const older = (json: Json): boolean => json['items'] !== undefined && json['asOfSeqTsNs'] === undefined;
const withoutRequestId = both(lacks('X-Request-Id'), statusOf(400, 401, 404));
const asksFor =
  (name: string): When =>
  (_, asked) =>
    queryOf(asked).has(name);

/** Every second of those that it changes: beside one that is as it should be. */
function everySecond(layer: () => Layer): () => Layer {
  return () => {
    const changed = layer();
    let n = 0;
    return async (asked, next) => {
      const good = await next(asked);
      const bad = await changed(asked, async () => good);
      if (bad.body === good.body && bad.status === good.status) return bad;
      n += 1;
      return n % 2 === 0 ? bad : good;
    };
  };
}

const made =
  (status: number, json: Json) =>
  (answer: Told): Told =>
    telling(
      {
        ...answer,
        status,
        headers: [
          ...answer.headers.filter(([name]) => !/^content-type$/i.test(name)),
          ['Content-Type', 'application/json'],
        ],
      },
      json,
    );

const less = (name: string) => (json: Json) => Object.fromEntries(Object.entries(json).filter(([one]) => one !== name));

export const OF_VERSIONS: readonly Breakage[] = [
  breakage(
    'VER-01',
    "an older member's page has a newer one's cursors now and then",
    everySecond(inJson((json) => (older(json) ? { ...json, nextCursor: null } : json), ORDERS)),
  ),
  breakage(
    'VER-01',
    "a newer member's page lacks its time now and then",
    everySecond(inJson(less('asOfSeqTsNs'), both(ORDERS, has(AS_OF)))),
  ),
  breakage(
    'VER-02',
    'a route that is to come is 404 in the envelope',
    answering(both(TO_COME, lacks('X-Request-Id')), (_, asked) => refusal(asked, 404, 'ROUTE_NOT_FOUND')),
  ),
  ...[200, 405, 501, 503].map((status) =>
    breakage('VER-02', `a route that is to come answers ${status}`, stated(status, TO_COME)),
  ),
  breakage(
    'VER-03',
    'the retry of a write that was lost is refused for good',
    answering(
      both(SUBMIT, (answer) => isReplay(answer)),
      (_, asked) => refusal(asked, 409, 'IDEMPOTENCY_KEY_REUSED'),
    ),
  ),
  breakage('VER-03', 'a member that catches up says that it is for good', retryable(false, coded('NOT_PRIMED'))),
  breakage(
    'VER-03',
    'a write is said to be done that is not',
    answering(both(SUBMIT, coded('NOT_PRIMED')), made(201, { orderId: '1', clientOrderId: 'none' })),
  ),
  breakage(
    'VER-04',
    'a cursor is refused before there are cursors',
    answering(both(ORDERS, asksFor('cursor')), (_, asked) => refusal(asked, 400, 'INVALID_CURSOR')),
  ),
  breakage(
    'VER-04',
    'every member names a time',
    setting(AS_OF, () => '1767571200000000000', both(of(/^GET \/me$/), lacks(AS_OF))),
  ),
  breakage(
    'VER-04',
    'every document names one version',
    (): Layer => async (asked, next) => {
      const answer = await next(asked);
      const info = jsonOf(answer)?.['info'] as Json | undefined;
      if (info === undefined || !asked.path.startsWith('/openapi.json')) return answer;
      const version = info['version'] === '0.10.0' ? '0.9.0' : info['version'];
      return telling(answer, { ...jsonOf(answer), info: { ...info, version } });
    },
  ),
  breakage(
    'VER-05',
    'a new code leaves nothing to go by',
    inError((error) => ({ ...less('retryable')(error), code: 'ONE_OF_TOMORROW' }), of(/^GET \/orders\/[0-9]+$/)),
  ),
  breakage(
    'VER-05',
    'a new member takes the place of the cursors',
    inJson((json) => ({ ...less('nextCursor')(json), pageInfo: {} }), ORDERS),
  ),
  breakage(
    'VER-06',
    'algoInstanceId on orders of every member',
    inRows((row) => ({ algoInstanceId: null, ...row })),
  ),
  breakage(
    'VER-07',
    'a collection is cut before there are pages',
    inJson(
      (json) => (older(json) ? { ...json, items: (json['items'] as unknown[]).slice(0, 1) } : json),
      both(ORDERS, asksFor('limit')),
    ),
  ),
  breakage(
    'VER-07',
    'what is not known is refused before queries are closed',
    answering(both(statusOf(200), asksFor('no-such-parameter')), (_, asked) =>
      refusal(asked, 400, 'MALFORMED_REQUEST'),
    ),
  ),
  breakage(
    'VER-07',
    'a collection has a cursor before there are pages',
    inJson((json) => (older(json) ? { ...json, nextCursor: 'c' } : json), ORDERS),
  ),
  breakage('VER-08', 'an older refusal names no code', inError(less('code'), withoutRequestId)),
  breakage(
    'VER-08',
    'an older refusal says retryable in words',
    inError((error) => ({ ...error, retryable: 'no' }), withoutRequestId),
  ),
  breakage(
    'VER-09',
    'an order by account name is taken by whoever is asked',
    answering(
      (answer, asked) =>
        SUBMIT(answer, asked) && codeOf(answer) !== undefined && jsonOf(asked)?.['account'] !== undefined,
      made(201, { orderId: '1' }),
    ),
  ),
  ...[200, 400, 503].map((status) =>
    breakage(
      'VER-10',
      `balances answer ${status} before they are there`,
      stated(status, both(of(/^GET \/account-balances$/), statusOf(404))),
    ),
  ),
];
