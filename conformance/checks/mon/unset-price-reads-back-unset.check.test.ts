import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { unsetPriceReadsBackUnset } from './unset-price-reads-back-unset.check.ts';

const reads = (price: unknown) => answer('POST /orders', { status: 201, position: 7, body: { orderId: '5', price } });
const refused = answer('POST /orders', { status: 409, code: 'NO_REFERENCE_PRICE', position: 7 });

test.each([
  ['null', [reads(null), reads(null)], 'pass'],
  ['0 and 0.00 are unset too (A70)', [reads('0'), reads('0.00')], 'pass'],
  ['the price that it was filled at', [reads(null), reads('100.02')], 'violated'],
  ['nothing of a price', [answer('POST /orders', { status: 201, body: { orderId: '5' } })], 'violated'],
  ['none accepted', [refused, refused], 'inconclusive'],
])('%s', (_, unset, verdict) => {
  expect(judged(unsetPriceReadsBackUnset, historyOf({ unset })).verdict).toBe(verdict);
});
