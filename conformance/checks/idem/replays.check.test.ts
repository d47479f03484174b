import { blames, judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import {
  firstAnswerIsNoReplay,
  keyIsForgottenAfterADay,
  keysAreKeptToTheEnd,
  ownerRefusalSpendsTheKey,
  replayKeepsPositionAndTakesItsOwnId,
  retriedKeyReplays,
} from './replays.check.ts';
import {
  concurrentRetriesHaveOneEffect,
  retryInFlightAttaches,
  sendsAtOnceHaveOneAnswer,
} from './retries-at-once.check.ts';

const post = (of: AnswerOptions) => answer('POST /orders', of);
const cancel = (of: AnswerOptions) => answer('POST /orders/9/cancel', of);
const page = (...items: object[]) => answer('GET /orders', { status: 200, body: { items } });
const denied = { status: 403, code: 'CAPABILITY_DENIED' };

const open = { status: 201, position: 7n, body: { orderId: '9', status: 'OPEN', price: '1.50' } };
const openReplay = { ...open, replay: true };
const openNow = { ...openReplay, body: { ...open.body, status: 'CANCELLED' } };
const retries = { first: post(open), retried: post(openReplay), 'retried again': post(openReplay) };
const cancelled = { ...open, position: 8n };

judges(retriedKeyReplays, retries, [
  ['the first answer twice more', {}, 'pass'],
  [
    'the same in other zeros',
    { 'retried again': post({ ...openReplay, body: { ...open.body, price: '1.5' } }) },
    'pass',
  ],
  ['the row as it is now', { retried: post(openNow) }, 'violated'],
  ['no flag', { retried: post(open) }, 'violated'],
  ['another status', { retried: post({ ...openReplay, status: 200 }) }, 'violated'],
  ['another position the second time', { 'retried again': post({ ...openReplay, position: 8n }) }, 'violated'],
  ['no order', { first: post({ ...denied, position: 7n }) }, 'inconclusive'],
]);
judgesOf(
  retriedKeyReplays,
  (again: AnswerOptions) => ({ ...retries, cancelled: cancel(cancelled), 'cancelled again': cancel(again) }),
  [
    ['a cancel replayed', { ...cancelled, replay: true }, 'pass'],
    ['a cancel that is not marked as a replay', cancelled, 'violated'],
    ['a cancel judged again', { status: 409, code: 'ORDER_CLOSED', position: 9n }, 'violated'],
  ],
);

const door = { status: 400, code: 'MALFORMED_REQUEST' };

judgesOf(firstAnswerIsNoReplay, (refused: Sample) => ({ taken: post({ status: 201, position: 7n }), refused }), [
  ['no flag on any', post(door), 'pass'],
  ['a flag that says false', post({ ...door, headers: { 'Idempotent-Replay': 'false' } }), 'pass'],
  ['a flag on a cancel', cancel({ status: 200, replay: true }), 'violated'],
  ['a flag on a refusal', post({ ...door, replay: true }), 'violated'],
]);

const refusal = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 8n };
const own = { replay: true, sent: { 'X-Request-Id': 'own' }, headers: { 'X-Request-Id': 'own' } };
const naming = (requestId: string) => ({
  error: { code: 'TICK_SIZE_VIOLATION', message: 'm', requestId, retryable: false },
});
const acceptedRetried = (over: object) => ({
  'accepted retried': post({ status: 201, position: 7n, ...own, body: {}, ...over }),
});
const refusedRetried = (over: object) => ({
  'refused retried': post({ status: 422, position: 8n, ...own, body: naming('own'), ...over }),
});

judges(
  replayKeepsPositionAndTakesItsOwnId,
  {
    'accepted first': post({ status: 201, position: 7n }),
    'accepted between': post(refusal),
    ...acceptedRetried({}),
    'refused first': post(refusal),
    'refused between': post({ ...refusal, position: 9n }),
    ...refusedRetried({}),
  },
  [
    ['position kept, id its own', {}, 'pass'],
    ['the current position', acceptedRetried({ position: 9n }), 'violated'],
    ['an id of the service', acceptedRetried({ headers: { 'X-Request-Id': 'another-id' } }), 'violated'],
    ["the first refusal's id in the body", refusedRetried({ body: naming('of-the-first') }), 'violated'],
    ['nothing moved meanwhile', { 'refused between': post(refusal) }, 'inconclusive'],
    ['no replay', refusedRetried({ replay: false }), 'inconclusive'],
  ],
);

const recorded = { refused: post(refusal), corrected: post({ ...refusal, replay: true }) };
const spent = { ...recorded, retried: recorded.corrected };

for (const label of ['corrected', 'retried']) {
  judges(ownerRefusalSpendsTheKey, spent, [
    [`${label}: the refusal replayed`, {}, 'pass'],
    [`${label}: a fresh order instead`, { [label]: post({ status: 201, position: 9n }) }, 'violated'],
    [`${label}: the refusal without the replay header`, { [label]: post(refusal) }, 'violated'],
    [`${label}: a refusal of another fact`, { [label]: post({ ...refusal, position: 9n, replay: true }) }, 'violated'],
    [`${label}: a first answer of the door`, { refused: post(door), [label]: post(refusal) }, 'inconclusive'],
  ]);
}

/** A deployed member may refuse another body as one of a reused key. */
judgesOf(
  ownerRefusalSpendsTheKey,
  (code: string) => ({ ...spent, corrected: post({ status: 409, code, sentBody: { price: '1' } }) }),
  [
    ['another body refused, the key is reused', 'IDEMPOTENCY_KEY_REUSED', ['pass', 'violated']],
    ['another body refused under another code', 'CONFLICT', 'violated'],
  ],
);

const first = { status: 201, position: 7n, body: { orderId: '9' } };
const kept = post({ ...first, replay: true });
const fresh = post({ status: 201, position: 8n, body: { orderId: '10' } });
const keyReused = post({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });

judges(keyIsForgottenAfterADay, { first: post(first), kept, forgotten: fresh }, [
  ['kept within the day, fresh after it', {}, 'pass'],
  ['forgotten early', { kept: fresh }, 'violated'],
  ['kept for ever', { forgotten: kept }, 'violated'],
  ['refused after the day', { forgotten: keyReused }, 'violated'],
  ['no order', { first: post(denied) }, 'inconclusive'],
]);

judges(retryInFlightAttaches, { first: post(first), retried: post(first) }, [
  ['the same answer', {}, 'pass'],
  ['the same answer as a replay', { retried: kept }, 'pass'],
  ['an order of its own', { retried: fresh }, 'violated'],
  ['a refusal', { retried: keyReused }, 'violated'],
  ['no order at all', { first: post({ status: 503, code: 'NOT_SERVING' }) }, 'inconclusive'],
]);

const BOTH = { key: 'k1', sentAtMs: 10, answeredAtMs: 20 };
const taken = (orderId: string, over: Partial<AnswerOptions> = {}) =>
  post({ status: 201, position: 7, body: { orderId }, ...BOTH, ...over });
const listed = (...keys: readonly string[]) => page(...keys.map((clientOrderId) => ({ clientOrderId })));
const refused = post({ status: 422, code: 'TICK_SIZE_VIOLATION', ...BOTH });
const later = taken('17', { sentAtMs: 30, answeredAtMs: 40, replay: true });

judges(sendsAtOnceHaveOneAnswer, { sent: [taken('17'), taken('17')], orders: listed('k1') }, [
  ['one answer', {}, 'pass'],
  ['the later one marked as a replay', { sent: [taken('17'), taken('17', { replay: true })] }, 'pass'],
  ['two orders in the answers', { sent: [taken('17'), taken('18')] }, 'violated'],
  ['two orders in the list', { orders: listed('k1', 'k1') }, 'violated'],
  ['two answers', { sent: [taken('17'), taken('17', { status: 200 })] }, 'violated'],
  ['one after the other', { sent: [taken('17'), later] }, 'not-exercised'],
  ['not answered in time', { sent: [taken('17'), post({ status: 202, ...BOTH })] }, 'not-exercised'],
  ['refused', { sent: [refused, refused], orders: listed() }, 'not-exercised'],
]);

const attempt = (orderId: string) => post({ status: 201, position: 7n, key: 'k-1', body: { orderId } });
const turnedAway = post({ status: 429, code: 'IN_FLIGHT_FULL', key: 'k-1' });
const ofKey = (orderId: string, clientOrderId = 'k-1') => ({ orderId, clientOrderId });

judges(concurrentRetriesHaveOneEffect, { attempt: [attempt('9'), attempt('9')], orders: page(ofKey('9')) }, [
  ['one order', {}, 'pass'],
  ['one order, one attempt turned away', { attempt: [attempt('9'), turnedAway] }, 'pass'],
  ['orders of other keys beside it', { orders: page(ofKey('9'), ofKey('8', 'k-0')) }, 'pass'],
  ['two ids', { attempt: [attempt('9'), attempt('10')] }, 'violated'],
  ['two rows', { orders: page(ofKey('9'), ofKey('10')) }, 'violated'],
  [
    'none accepted',
    { attempt: post({ status: 503, code: 'NOT_SERVING', key: 'k-1' }), orders: page() },
    'inconclusive',
  ],
]);

const keyed = { ...open, key: 'k', body: { orderId: '9' } };
const keptToTheEnd = {
  order: post(keyed),
  cancel: cancel({ status: 200, position: 8n, body: { orderId: '9' } }),
  refusal: post({ ...denied, position: 9n }),
  'order, last': post({ ...keyed, replay: true }),
  'cancel, last': cancel({ status: 200, position: 8n, body: { orderId: '9' }, replay: true }),
  'refusal, last': post({ ...denied, position: 9n, replay: true }),
  orders: page({ orderId: '9', clientOrderId: 'k' }, { orderId: '8', clientOrderId: 'j' }),
  operation: answer('GET /operations/k', { status: 200 }),
};
const secondOrder = post({ ...keyed, position: 20n, body: { orderId: '10' } });

blames(keysAreKeptToTheEnd, (change: object) => ({ ...keptToTheEnd, ...change }), [
  ['all of them replayed', {}, 'pass'],
  ['a second order', { 'order, last': secondOrder }, ['IDEM-02', 'IDEM-09', 'IDEM-16']],
  [
    'a second order behind a replay',
    { orders: page({ orderId: '10', clientOrderId: 'k' }, { orderId: '9', clientOrderId: 'k' }) },
    ['IDEM-16'],
  ],
  ['refused as used', { 'order, last': post({ status: 409, code: 'DUPLICATE' }) }, ['IDEM-02', 'IDEM-09']],
  [
    'a cancel judged again',
    { 'cancel, last': cancel({ status: 422, code: 'INVALID_FIELD', position: 21n }) },
    ['IDEM-02', 'IDEM-09'],
  ],
  ['a refusal judged again', { 'refusal, last': post({ ...denied, position: 22n }) }, ['IDEM-04', 'IDEM-09']],
  [
    'the operation is forgotten',
    { operation: answer('GET /operations/k', { status: 404, code: 'UNKNOWN_OPERATION' }) },
    ['IDEM-10'],
  ],
  ['no order', { order: post({ ...denied, position: 7n }) }, 'inconclusive'],
]);
