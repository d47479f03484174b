import { cases, judges, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, type Sample } from '../../testing/sample-history.ts';
import { namedByIdOrAlias } from './names.check.ts';
import { refusedOrders, unheldInstrumentId } from './refused-orders.check.ts';

const POST = 'POST /orders';
const malformed = answer(POST, { status: 400, code: 'MALFORMED_REQUEST' });
const unheld = answer(POST, { status: 422, code: 'ACCOUNT_NOT_ACTIVE' });

for (const [name, id] of [
  ['account-is-named-by-id-or-alias', 'accountId'],
  ['instrument-is-named-by-id-or-alias', 'instrumentId'],
] as const) {
  const placed = (named: number) => answer(POST, { status: 201, position: 7, body: { orderId: '17', [id]: named } });
  const byOwner = { status: 422, code: 'INVALID_FIELD', position: 8 };
  const refusedByOwner = {
    'by another id': answer(POST, byOwner),
    'by another id, corrected': answer(POST, { ...byOwner, replay: true }),
  };

  judges(
    namedByIdOrAlias[name],
    {
      'by id': placed(1),
      'by alias': placed(1),
      'by both': placed(1),
      'by neither': malformed,
      'by neither, corrected': placed(1),
      'by another id': malformed,
      'by another id, corrected': placed(1),
      'by another alias': malformed,
      'by another alias, corrected': placed(1),
    },
    [
      ['no order by id', { 'by id': malformed }, 'inconclusive'],
      ['the alias alone refused', { 'by alias': malformed }, 'violated'],
      ['the alias names another', { 'by alias': placed(2) }, 'violated'],
      ['both refused', { 'by both': malformed }, 'violated'],
      ['neither taken', { 'by neither': placed(1) }, 'violated'],
      ['another id taken', { 'by another id': placed(1) }, 'violated'],
      ['another alias taken', { 'by another alias': placed(1) }, 'violated'],
      ['the owner refuses it', refusedByOwner, ['pass', 'violated']],
    ],
  );
}

const leftOut = (clientOrderId: string) =>
  answer(POST, { status: 201, position: 7, key: 'key-00000001', body: { orderId: '17', clientOrderId } });
const another = (how: { status: number; code?: string; position?: number }) =>
  answer(POST, { ...how, key: 'key-00000002', sentBody: { clientOrderId: 'another-01' } });
const orders = (...names: string[]) =>
  answer('GET /orders', { status: 200, body: { items: names.map((clientOrderId) => ({ clientOrderId })) } });
const required = answer(POST, { status: 400, code: 'MALFORMED_REQUEST', key: 'key-00000001' });
const byOwner = another({ status: 422, code: 'INVALID_FIELD', position: 8 });

judges(
  'ord/client-order-id-is-the-key',
  {
    'left out': leftOut('key-00000001'),
    another: another({ status: 400, code: 'MALFORMED_REQUEST' }),
    orders: orders('key-00000001'),
  },
  [
    ['left out refused', { 'left out': required, orders: orders() }, ['pass', 'violated']],
    ['another taken', { another: another({ status: 201, position: 8 }), orders: orders() }, 'violated'],
    ['another refused by the owner', { another: byOwner, orders: orders() }, ['pass', 'violated']],
    ['refused and placed all the same', { orders: orders('another-01') }, 'violated'],
  ],
);

const door = { status: 422, code: 'ACCOUNT_NOT_ACTIVE' };
const byName = (account: string, over: Partial<AnswerOptions> = {}) =>
  answer(POST, { ...door, message: `no ${account} here`, sentBody: { account }, ...over });

cases([
  [
    'ord/foreign-account-name-reads-unheld',
    'any name is taken',
    { 'unheld name': byName('no desk', { status: 201, body: {} }) },
    'inconclusive',
  ],
]);

const accepted = { status: 201, position: 7, body: { orderId: '17' } };
const offGrid = { status: 422, code: 'QTY_STEP_VIOLATION', position: 8 };
const reused = answer(POST, { status: 409, code: 'IDEMPOTENCY_KEY_REUSED', sentBody: { account: 'unknown' } });

judges(
  'ord/held-key-replays-whatever-is-named',
  {
    accepted: answer(POST, accepted),
    'accepted, names gone': answer(POST, { ...accepted, replay: true }),
    refused: answer(POST, offGrid),
    'refused, names gone': answer(POST, { ...offGrid, replay: true }),
  },
  [
    ['never accepted', { accepted: unheld }, 'inconclusive'],
    ['another key required', { 'accepted, names gone': reused }, ['pass', 'violated']],
  ],
);

const row = { orderId: '17', accountId: 9 };
const placed = answer(POST, { status: 201, position: 7, body: row });
const replayed = answer(POST, { status: 201, position: 7, replay: true, body: row });
const uncredentialled = { status: 422, code: 'CREDENTIAL_UNAVAILABLE', position: 7 };

// biome-ignore format: an aligned table
judges('ord/name-bound-anew', { submitted: placed, nameless: unheld, retried: [replayed, replayed] }, [
  ['a refusal replayed',               { submitted: answer(POST, uncredentialled), retried: answer(POST, { ...uncredentialled, replay: true }) }, 'pass'],
  ['of an order that no owner judged', { submitted: unheld }, 'inconclusive'],
  ['of a name that stayed',            { nameless: placed },  'inconclusive'],
]);

const ofNewInstrument = (status: number, over: object = {}) =>
  answer(POST, { status, sentBody: { instrumentId: 9 }, ...over });
const notLive = { code: 'INSTRUMENT_NOT_LIVE' };
const acceptedById = ofNewInstrument(201, { position: 7, body: { orderId: '17', instrumentId: 9 } });

judges(
  'ord/instrument-the-member-has-not-heard-of',
  { 'by symbol': ofNewInstrument(422, notLive), 'by id': acceptedById },
  [['known by its symbol', { 'by symbol': acceptedById }, 'inconclusive']],
);

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

{
  interface Refusal {
    readonly status: number;
    readonly code: string;
  }

  const POST = 'POST /orders';
  const placed = answer(POST, { status: 201, position: 8 });
  const refusal = (status: number, code: string): Refusal => ({ status, code });

  const refusedAndCorrected = (what: string) => (first: Sample, corrected: Sample) => ({
    [what]: first,
    [`${what}, corrected`]: corrected,
  });

  /** A refusal at position 7 and its replay for the corrected order. */
  const recorded = (what: string, of: Refusal) => ({
    [what]: answer(POST, { ...of, position: 7 }),
    [`${what}, corrected`]: answer(POST, { ...of, position: 7, replay: true }),
  });

  function judgesRefusalByOwner(check: Parameters<typeof judgesOf>[0], what: string, of: Refusal): void {
    const refused = answer(POST, { ...of, position: 7 });
    const replayed = answer(POST, { ...of, position: 7, replay: true });
    judgesOf(check, refusedAndCorrected(what), [['by the owner, the key spent', refused, replayed, 'pass']]);
  }

  function judgesRefusalAtTheDoor(check: Parameters<typeof judgesOf>[0], of: Refusal): void {
    const refused = answer(POST, of);
    judgesOf(check, refusedAndCorrected('unheld'), [['at the door, the key free', refused, placed, 'pass']]);
  }

  judgesRefusalByOwner(refusedOrders['no-grid-is-invalid'], 'gridless', refusal(422, 'INVALID_FIELD'));
  judgesRefusalByOwner(refusedOrders['no-reference-price'], 'unpriced', refusal(409, 'NO_REFERENCE_PRICE'));
  judgesRefusalByOwner(
    refusedOrders['off-grid-quote-is-no-reference'],
    'off its grid',
    refusal(409, 'NO_REFERENCE_PRICE'),
  );
  judgesRefusalByOwner(refusedOrders['submit-needs-orders-trade'], 'viewer', refusal(403, 'CAPABILITY_DENIED'));
  judgesRefusalByOwner(unheldInstrumentId, 'unheld', refusal(422, 'INSTRUMENT_NOT_LIVE'));
  judgesRefusalAtTheDoor(refusedOrders['unheld-account-name'], refusal(422, 'ACCOUNT_NOT_ACTIVE'));
  judgesRefusalAtTheDoor(refusedOrders['unheld-symbol'], refusal(422, 'INSTRUMENT_NOT_LIVE'));

  const invalid = refusal(422, 'INVALID_FIELD');
  const atTheDoor = answer(POST, { status: 400, code: 'MALFORMED_REQUEST' });

  judges('ord/past-the-working-scale', { ...recorded('price', invalid), ...recorded('quantity', invalid) }, [
    ['a cap first', recorded('quantity', refusal(422, 'MAX_ORDER_QTY_EXCEEDED')), ['pass', 'violated']],
    ['a price at the door', { price: atTheDoor }, 'violated'],
    ['a quantity at the door', { quantity: atTheDoor }, 'violated'],
  ]);

  const malformed = (line: string) => answer(line, { status: 400, code: 'MALFORMED_REQUEST' });
  const [submit] = [malformed(POST)];

  cases([
    ['ord/principal-in-the-body-is-refused', 'no order to cancel', { placed: submit, stated: [] }, 'inconclusive'],
  ]);

  const unpriced = { status: 409, code: 'NO_REFERENCE_PRICE', position: 7 };

  judges('ord/stale-quote-is-no-reference', { silent: answer(POST, unpriced), restated: placed }, [
    ['never again', { restated: answer(POST, unpriced) }, 'violated'],
  ]);

  const reason = { enum: ['TICK_SIZE_VIOLATION', 'QTY_STEP_VIOLATION'] };
  const document = { components: { schemas: { OrderRejected: { properties: { reason } } } } };
  const legs = { reason: 'TICK_SIZE_VIOLATION', observedValue: '0.011', limitValue: '0.01' };
  const record = (rejection: object | null) => ({
    record: answer('GET /operations/key-00000001', { status: 200, body: { outcome: { rejection } } }),
  });

  // biome-ignore format: an aligned table
  judges(
    'ord/rejection-states-its-legs',
    { document: answer('GET /openapi.json', { status: 200, body: document }), ...record(legs) },
    [
      ['no legs',              record({ ...legs, observedValue: null, limitValue: null }),           'pass'],
      ['one scale for both',   record({ ...legs, limitValue: '0.010' }),                             ['pass', 'violated']],
      ['no reasons published', { document: answer('GET /openapi.json', { status: 200, body: {} }) }, ['not-exercised', 'inconclusive']],
      ['no rejection',         record(null),                                                         'inconclusive'],
    ],
  );
}
