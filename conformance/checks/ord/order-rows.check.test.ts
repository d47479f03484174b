import { judges, judgesOf } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';

const CANCEL = 'POST /orders/17/cancel';
const one = (body: object) => answer('GET /orders/17', { status: 200, body });
const page = (...items: object[]) => answer('GET /orders', { status: 200, body: { items } });
const inboxFull = answer('POST /orders', { status: 429, code: 'INBOX_FULL' });

const ROW = {
  orderId: '17',
  clientOrderId: 'key-00000001',
  accountId: 1,
  price: '100',
  qty: '1.25',
  leavesQty: '1.25',
};
const sentBody = { accountId: 1, instrumentId: 1, price: '100.00', qty: '1.25', clientOrderId: 'key-00000001' };
const submitted = (over: object, status = 201) =>
  answer('POST /orders', { status, position: 7, key: 'key-00000001', sentBody, body: { ...ROW, ...over } });

judgesOf('ord/submit-serves-the-order-row', (sample: Sample) => ({ submitted: sample }), [
  ['the row', submitted({}), 'pass'],
  ['under 200', submitted({}, 200), 'pass'],
  ['refused', answer('POST /orders', { status: 422, code: 'INVALID_FIELD', position: 7, sentBody }), 'violated'],
]);

const cancelled = (over: object) =>
  answer(CANCEL, { status: 200, position: 8, body: { ...ROW, leavesQty: '0.00', ...over } });

judges('ord/cancel-serves-the-order-row', { placed: submitted({}), cancelled: cancelled({}) }, [
  ['something left', { cancelled: cancelled({ leavesQty: '1.25' }) }, ['pass', 'violated']],
  ['refused', { cancelled: answer(CANCEL, { status: 404, code: 'NOT_FOUND' }) }, 'violated'],
  ['no order to cancel', { placed: inboxFull, cancelled: [] }, 'inconclusive'],
]);

const ALGOS = { orderId: '17', userId: 0, algoInstanceId: 7 };
const cancelledAlgos = (over: object = {}) =>
  answer(CANCEL, { status: 200, body: { ...ALGOS, leavesQty: '0', ...over } });
const [created, started] = [
  answer('POST /algos/instances', { status: 201 }),
  answer('POST /algos/instances/7/start', { status: 200 }),
];

judges(
  'ord/human-cancels-an-algos-order',
  { created, started, before: one({ ...ALGOS, leavesQty: '1' }), cancelled: cancelledAlgos() },
  [
    ['under 201 (A78)', { cancelled: answer(CANCEL, { status: 201, body: { ...ALGOS, leavesQty: '0' } }) }, 'pass'],
    ['the algo’s alone', { cancelled: answer('POST /x', { status: 403, code: 'NOT_YOURS' }) }, 'violated'],
    ['filled already', { before: one({ ...ALGOS, leavesQty: '0.0' }) }, 'inconclusive'],
    ['never started', { started: [], before: [], cancelled: [] }, 'inconclusive'],
    ['never placed', { before: [], cancelled: [] }, 'inconclusive'],
  ],
);

judgesOf('ord/one-principal-an-order', (sample: Sample) => [sample], [
  ['an algo instance', one({ userId: 0, algoInstanceId: 3 }), 'pass'],
  ['no row', page(), 'inconclusive'],
]);

const ofInstance = (...items: object[]) => answer('GET /algos/instances/7/orders', { status: 200, body: { items } });
const byAUser = { orderId: '18', userId: 11 };

judges('ord/one-principal-of-an-algos-order', { placed: ofInstance(ALGOS), row: one(ALGOS), page: page(ALGOS) }, [
  ['the instance', { page: page(ALGOS, byAUser) }, 'pass'],
  ['no order', { placed: ofInstance(), page: page() }, 'inconclusive'],
]);

const read = { orderId: '7', price: '1.50', userId: 2 };
const listed = (over: object = {}) =>
  answer('GET /orders', { status: 200, position: 9, body: { items: [{ ...read, ...over }] } });
const single = (over: object = {}, position = 9) =>
  answer('GET /orders/7', { status: 200, position, body: { ...read, ...over } });

judges('ord/order-is-one-row-everywhere', { page: listed(), single: single() }, [
  ['another spelling of one value', { single: single({ price: '1.5' }) }, 'pass'],
  ['a member more', { single: single({ remark: 'x' }) }, 'pass'],
  ['no longer listed', { page: listed({ orderId: '8' }) }, 'pass'],
  ['another position', { single: single({ price: '2' }, 10) }, 'inconclusive'],
]);

const unfilled = { avgPx: null, lastFillPx: null, lastFillQty: null };
const resting = { price: '100', qty: '2.50', cumQty: '0', leavesQty: '2.5', ...unfilled };
const half = { ...resting, cumQty: '1.1', leavesQty: '1.40', avgPx: '100', lastFillPx: '100', lastFillQty: '1.1' };
const done = { ...half, cumQty: '2.5', leavesQty: '0' };

judges('ord/amounts-agree', { own: one(resting), listed: page() }, [
  ['at rest, half filled, filled', { own: [one(resting), one(half), one(done)], listed: page(done) }, 'pass'],
  ['a cancelled one of others', { listed: page({ ...half, leavesQty: '0' }) }, 'pass'],
  ['nothing counted yet', { own: one({ ...resting, cumQty: null }) }, 'pass'],
  ['refused', { own: inboxFull }, 'inconclusive'],
]);

const before = { price: '80.00', qty: '0.01', lastFillQty: null };
const finer = { price: '80.000000', qty: '0.010000', lastFillQty: '0.003217' };
const traded = (body: object) => ({ traded: answer('GET /orders/9', { status: 200, position: 9n, body }) });

judges(
  'ord/finer-fills-change-no-value',
  { submitted: answer('POST /orders', { status: 201, position: 7n, body: before }), ...traded(finer) },
  [
    ['as they were', traded({ ...before, lastFillQty: '0.01' }), 'pass'],
    ['no trade', traded(before), 'not-exercised'],
  ],
);
