import { judges, judgesOf } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer } from '../../testing/sample-history.ts';
import { offGridIsRefused, rejectionStatesItsLegs, staleQuoteIsNoReference } from './grids-and-quotes.check.ts';
import {
  pastTheWorkingScale,
  principalInTheBodyIsRefused,
  refusedOrders,
  unheldInstrumentId,
} from './refused-orders.check.ts';

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
  judgesOf(check, refusedAndCorrected(what), [
    ['by the owner, the key spent', refused, replayed, 'pass'],
    ['at the door', answer(POST, of), placed, 'violated'],
    ['taken', placed, placed, 'violated'],
    ['under another code', answer(POST, { ...of, code: 'TICK_SIZE_VIOLATION', position: 7 }), replayed, 'violated'],
    ['under another status', answer(POST, { ...of, status: 400, position: 7 }), replayed, 'violated'],
    ['the key not spent', refused, placed, 'violated'],
  ]);
}

function judgesRefusalAtTheDoor(check: Parameters<typeof judgesOf>[0], of: Refusal): void {
  const refused = answer(POST, of);
  judgesOf(check, refusedAndCorrected('unheld'), [
    ['at the door, the key free', refused, placed, 'pass'],
    ['by the owner', answer(POST, { ...of, position: 7 }), placed, 'violated'],
    ['under another code', answer(POST, { ...of, code: 'NOT_FOUND' }), placed, 'violated'],
    ['under another status', answer(POST, { ...of, status: 404 }), placed, 'violated'],
    ['taken', placed, placed, 'violated'],
    ['the key spent', refused, refused, 'violated'],
    ['the corrected order a replay', refused, answer(POST, { status: 201, replay: true }), 'violated'],
  ]);
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

const notLive = refusal(422, 'INSTRUMENT_NOT_LIVE');
judges(unheldInstrumentId, { ...recorded('unheld', notLive), ...recorded('halted', notLive) }, [
  ['a halted instrument refused', {}, 'pass'],
  ['a halted instrument taken', { halted: placed }, 'violated'],
]);

const invalid = refusal(422, 'INVALID_FIELD');
const atTheDoor = answer(POST, { status: 400, code: 'MALFORMED_REQUEST' });

judges(pastTheWorkingScale, { ...recorded('price', invalid), ...recorded('quantity', invalid) }, [
  ['by the owner', {}, 'pass'],
  ['a cap first', recorded('quantity', refusal(422, 'MAX_ORDER_QTY_EXCEEDED')), ['pass', 'violated']],
  ['a price at the door', { price: atTheDoor }, 'violated'],
  ['a quantity at the door', { quantity: atTheDoor }, 'violated'],
  ['taken', { price: placed }, 'violated'],
  ['the key not spent', { 'price, corrected': placed }, 'violated'],
]);

const tick = refusal(422, 'TICK_SIZE_VIOLATION');
const step = refusal(422, 'QTY_STEP_VIOLATION');

judges(
  offGridIsRefused,
  {
    ...recorded('a price just off the tick', tick),
    ...recorded('a price far off the tick', tick),
    ...recorded('a quantity just off the step', step),
    ...recorded('a quantity far off the step', step),
  },
  [
    ['refused by the owner', {}, 'pass'],
    ['rounded to the tick', { 'a price just off the tick': placed }, 'violated'],
    ['rounded to the step', { 'a quantity just off the step': placed }, 'violated'],
    ['the one for the other', recorded('a quantity far off the step', tick), 'violated'],
    ['at the door', { 'a price far off the tick': answer(POST, { ...tick, position: 7, status: 400 }) }, 'violated'],
    ['no position', { 'a price far off the tick': answer(POST, tick) }, 'violated'],
    ['as a read', { 'a price far off the tick': answer(POST, { ...tick, position: 7, asOf: 1 }) }, 'violated'],
    ['the key not spent', { 'a price far off the tick, corrected': placed }, 'violated'],
  ],
);

const malformed = (line: string) => answer(line, { status: 400, code: 'MALFORMED_REQUEST' });
const [submit, cancel] = [malformed(POST), malformed('POST /orders/17/cancel')];
const ordered = answer(POST, { status: 201, position: 7, body: { orderId: '17' } });

judges(principalInTheBodyIsRefused, { placed: ordered, stated: [submit, cancel, submit, cancel] }, [
  ['all refused', {}, 'pass'],
  ['a submission taken', { stated: [ordered, cancel, submit, cancel] }, 'violated'],
  [
    'a cancel taken',
    { stated: [submit, answer('POST /orders/17/cancel', { status: 200 }), submit, cancel] },
    'violated',
  ],
  ['by the owner', { stated: answer(POST, { status: 400, code: 'MALFORMED_REQUEST', position: 8 }) }, 'violated'],
  ['under another code', { stated: answer(POST, { status: 400, code: 'INVALID_CURSOR' }) }, 'violated'],
  ['no order to cancel', { placed: submit, stated: [] }, 'inconclusive'],
]);

const unpriced = { status: 409, code: 'NO_REFERENCE_PRICE', position: 7 };

judges(staleQuoteIsNoReference, { silent: answer(POST, unpriced), heard: placed }, [
  ['refused, then taken', {}, 'pass'],
  ['priced from the stale quote', { silent: placed }, 'violated'],
  ['another code', { silent: answer(POST, { ...unpriced, code: 'INVALID_FIELD' }) }, 'violated'],
  ['at the door', { silent: answer(POST, refusal(409, 'NO_REFERENCE_PRICE')) }, 'violated'],
  ['never again', { heard: answer(POST, unpriced) }, 'violated'],
]);

const reason = { enum: ['TICK_SIZE_VIOLATION', 'QTY_STEP_VIOLATION'] };
const document = { components: { schemas: { OrderRejected: { properties: { reason } } } } };
const legs = { reason: 'TICK_SIZE_VIOLATION', observedValue: '0.011', limitValue: '0.01' };
const record = (rejection: object | null) => ({
  record: answer('GET /operations/key-00000001', { status: 200, body: { outcome: { rejection } } }),
});

judges(
  rejectionStatesItsLegs,
  { document: answer('GET /openapi.json', { status: 200, body: document }), ...record(legs) },
  [
    ['each at its own scale', {}, ['pass', 'pass']],
    ['no legs', record({ ...legs, observedValue: null, limitValue: null }), ['pass', 'pass']],
    ['one scale for both', record({ ...legs, limitValue: '0.010' }), ['pass', 'violated']],
    ['a scaled integer', record({ ...legs, observedValue: 11 }), 'violated'],
    ['no decimal', record({ ...legs, limitValue: 'a tick' }), 'violated'],
    ['a reason of its own', record({ ...legs, reason: 'OFF_GRID' }), 'violated'],
    [
      'no reasons published',
      { document: answer('GET /openapi.json', { status: 200, body: {} }) },
      ['not-exercised', 'inconclusive'],
    ],
    ['no rejection', record(null), 'inconclusive'],
  ],
);
