import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { finerFillsChangeNoValue } from './finer-fills-change-no-value.check.ts';

const submitted = { price: '80.00', qty: '0.01', lastFillQty: null };
const traded = { price: '80.000000', qty: '0.010000', lastFillQty: '0.003217' };

test.each([
  ['zeros behind both', traded, 'pass'],
  ['as they were', { ...submitted, lastFillQty: '0.01' }, 'pass'],
  ['another price', { ...traded, price: '80.000001' }, 'violated'],
  ['another quantity', { ...traded, qty: '0.003217' }, 'violated'],
  ['fewer places', { ...traded, price: '80' }, 'violated'],
  ['no trade', submitted, 'not-exercised'],
])('%s', (_, body, verdict) => {
  const history = historyOf({
    submitted: answer('POST /orders', { status: 201, position: 7n, body: submitted }),
    traded: answer('GET /orders/9', { status: 200, position: 9n, body }),
  });
  expect(judged(finerFillsChangeNoValue, history).verdict).toBe(verdict);
});
