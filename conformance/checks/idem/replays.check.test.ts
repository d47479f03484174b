import { blames, judges, judgesOf } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';

const post = (of: AnswerOptions) => answer('POST /orders', of);
const cancel = (of: AnswerOptions) => answer('POST /orders/9/cancel', of);
const page = (...items: object[]) => answer('GET /orders', { status: 200, body: { items } });
const denied = { status: 403, code: 'CAPABILITY_DENIED' };

const open = { status: 201, position: 7n, body: { orderId: '9', status: 'OPEN', price: '1.50' } };
const openReplay = { ...open, replay: true };
const retries = { first: post(open), retried: post(openReplay), 'retried again': post(openReplay) };

judges('idem/retried-key-replays', retries, [
  [
    'the same in other zeros',
    { 'retried again': post({ ...openReplay, body: { ...open.body, price: '1.5' } }) },
    'pass',
  ],
  ['no order', { first: post({ ...denied, position: 7n }) }, 'inconclusive'],
]);

const door = { status: 400, code: 'MALFORMED_REQUEST' };

judgesOf(
  'idem/first-answer-is-no-replay',
  (refused: Sample) => ({ taken: post({ status: 201, position: 7n }), refused }),
  [['a flag that says false', post({ ...door, headers: { 'Idempotent-Replay': 'false' } }), 'pass']],
);

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
  'idem/replay-keeps-position-and-takes-its-own-id',
  {
    'accepted first': post({ status: 201, position: 7n }),
    'accepted between': post(refusal),
    ...acceptedRetried({}),
    'refused first': post(refusal),
    'refused between': post({ ...refusal, position: 9n }),
    ...refusedRetried({}),
  },
  [
    ['nothing moved meanwhile', { 'refused between': post(refusal) }, 'inconclusive'],
    ['no replay', refusedRetried({ replay: false }), 'inconclusive'],
  ],
);

const recorded = { refused: post(refusal), corrected: post({ ...refusal, replay: true }) };
const spent = { ...recorded, retried: recorded.corrected };

for (const label of ['corrected', 'retried']) {
  judges('idem/owner-refusal-spends-the-key', spent, [
    [`${label}: the refusal replayed`, {}, 'pass'],
    [`${label}: a fresh order instead`, { [label]: post({ status: 201, position: 9n }) }, 'violated'],
    [`${label}: the refusal without the replay header`, { [label]: post(refusal) }, 'violated'],
    [`${label}: a refusal of another fact`, { [label]: post({ ...refusal, position: 9n, replay: true }) }, 'violated'],
    [`${label}: a first answer of the door`, { refused: post(door), [label]: post(refusal) }, 'inconclusive'],
  ]);
}

/** A deployed member may refuse another body as one of a reused key. */
judgesOf(
  'idem/owner-refusal-spends-the-key',
  (code: string) => ({ ...spent, corrected: post({ status: 409, code, sentBody: { price: '1' } }) }),
  [['another body refused, the key is reused', 'IDEMPOTENCY_KEY_REUSED', ['pass', 'violated']]],
);

const first = { status: 201, position: 7n, body: { orderId: '9' } };
const kept = post({ ...first, replay: true });
const fresh = post({ status: 201, position: 8n, body: { orderId: '10' } });

judges('idem/key-is-forgotten-after-a-day', { first: post(first), kept, forgotten: fresh }, [
  ['no order', { first: post(denied) }, 'inconclusive'],
]);

judges('idem/retry-in-flight-attaches', { first: post(first), retried: post(first) }, [
  ['the same answer as a replay', { retried: kept }, 'pass'],
  ['an order of its own', { retried: fresh }, 'violated'],
  ['no order at all', { first: post({ status: 503, code: 'NOT_SERVING' }) }, 'inconclusive'],
]);

const BOTH = { key: 'k1', sentAtMs: 10, answeredAtMs: 20 };
const taken = (orderId: string, over: Partial<AnswerOptions> = {}) =>
  post({ status: 201, position: 7, body: { orderId }, ...BOTH, ...over });
const listed = (...keys: readonly string[]) => page(...keys.map((clientOrderId) => ({ clientOrderId })));
const refused = post({ status: 422, code: 'TICK_SIZE_VIOLATION', ...BOTH });
const later = taken('17', { sentAtMs: 30, answeredAtMs: 40, replay: true });

judges('idem/sends-at-once-have-one-answer', { sent: [taken('17'), taken('17')], orders: listed('k1') }, [
  ['the later one marked as a replay', { sent: [taken('17'), taken('17', { replay: true })] }, 'pass'],
  ['one after the other', { sent: [taken('17'), later] }, 'not-exercised'],
  ['not answered in time', { sent: [taken('17'), post({ status: 202, ...BOTH })] }, 'not-exercised'],
  ['refused', { sent: [refused, refused], orders: listed() }, 'not-exercised'],
]);

const attempt = (orderId: string) => post({ status: 201, position: 7n, key: 'k-1', body: { orderId } });
const turnedAway = post({ status: 429, code: 'IN_FLIGHT_FULL', key: 'k-1' });
const ofKey = (orderId: string, clientOrderId = 'k-1') => ({ orderId, clientOrderId });

judges('idem/concurrent-retries-have-one-effect', { attempt: [attempt('9'), attempt('9')], orders: page(ofKey('9')) }, [
  ['one order, one attempt turned away', { attempt: [attempt('9'), turnedAway] }, 'pass'],
  ['orders of other keys beside it', { orders: page(ofKey('9'), ofKey('8', 'k-0')) }, 'pass'],
  ['two ids', { attempt: [attempt('9'), attempt('10')] }, 'violated'],
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

blames('idem/keys-are-kept-to-the-end', (change: object) => ({ ...keptToTheEnd, ...change }), [
  ['no order', { order: post({ ...denied, position: 7n }) }, 'inconclusive'],
]);
