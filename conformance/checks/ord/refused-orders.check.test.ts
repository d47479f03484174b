import { judges, judgesOf } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import { refusedOrders, unheldInstrumentId } from './refused-orders.check.ts';

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
const [submit, cancel] = [malformed(POST), malformed('POST /orders/17/cancel')];
const ordered = answer(POST, { status: 201, position: 7, body: { orderId: '17' } });

judges('ord/principal-in-the-body-is-refused', { placed: ordered, stated: [submit, cancel, submit, cancel] }, [
  ['no order to cancel', { placed: submit, stated: [] }, 'inconclusive'],
]);

const unpriced = { status: 409, code: 'NO_REFERENCE_PRICE', position: 7 };

judges('ord/stale-quote-is-no-reference', { silent: answer(POST, unpriced), heard: placed }, [
  ['never again', { heard: answer(POST, unpriced) }, 'violated'],
]);

const reason = { enum: ['TICK_SIZE_VIOLATION', 'QTY_STEP_VIOLATION'] };
const document = { components: { schemas: { OrderRejected: { properties: { reason } } } } };
const legs = { reason: 'TICK_SIZE_VIOLATION', observedValue: '0.011', limitValue: '0.01' };
const record = (rejection: object | null) => ({
  record: answer('GET /operations/key-00000001', { status: 200, body: { outcome: { rejection } } }),
});

judges(
  'ord/rejection-states-its-legs',
  { document: answer('GET /openapi.json', { status: 200, body: document }), ...record(legs) },
  [
    ['no legs', record({ ...legs, observedValue: null, limitValue: null }), 'pass'],
    ['one scale for both', record({ ...legs, limitValue: '0.010' }), ['pass', 'violated']],
    [
      'no reasons published',
      { document: answer('GET /openapi.json', { status: 200, body: {} }) },
      ['not-exercised', 'inconclusive'],
    ],
    ['no rejection', record(null), 'inconclusive'],
  ],
);
