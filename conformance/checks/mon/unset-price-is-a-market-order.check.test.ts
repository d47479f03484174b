import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unsetPriceIsAMarketOrder } from './unset-price-is-a-market-order.check.ts';

const unpriced = answer('POST /orders', { status: 409, code: 'NO_REFERENCE_PRICE', position: 7 });
const priced = answer('POST /orders', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 });
const door = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });
const accepted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '5' } });

test.each([
  ['no reference price for any', [unpriced, unpriced, unpriced, unpriced], 'pass'],
  ['null is refused at the door', [unpriced, door, unpriced, unpriced], 'violated'],
  ['0 is a price', [unpriced, unpriced, priced, unpriced], 'violated'],
  ['-0 is a price that rests', [unpriced, unpriced, unpriced, accepted], 'violated'],
  ['the instrument has a quote after all', [accepted, accepted, accepted, accepted], 'inconclusive'],
])('%s', (_, unset, verdict) => {
  expect(judged(unsetPriceIsAMarketOrder, historyOf({ unset })).verdict).toBe(verdict);
});
