import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { zerosChangeNoValue } from './zeros-change-no-value.check.ts';

const placed = (price: string, qty: string, status = 201) =>
  answer('POST /orders', { status, position: 7, body: { orderId: '5', price, qty } });
const read = (price: string, qty: string) =>
  answer('GET /orders/5', { status: 200, body: { orderId: '5', price, qty } });
const unheld = answer('GET /orders/5', { status: 404, code: 'NOT_FOUND' });
const refused = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST' });

test.each([
  ['one value at another scale', placed('100.00', '1'), read('100.000', '1.0'), 'pass'],
  ['not held by the member that was read', placed('100.00', '1'), unheld, 'pass'],
  ['another price in the answer', placed('64.00', '1'), unheld, 'violated'],
  ['another quantity in the answer', placed('100.00', '10'), unheld, 'violated'],
  ['another price when read', placed('100.00', '1'), read('1000.0', '1'), 'violated'],
  ['refused', refused, unheld, 'violated'],
])('%s', (_, written, back, verdict) => {
  const history = historyOf({ plain: placed('100', '1'), written, read: back });
  expect(judged(zerosChangeNoValue, history).verdict).toBe(verdict);
});

test('no plain order, no verdict', () => {
  expect(judged(zerosChangeNoValue, historyOf({ plain: refused })).verdict).toBe('inconclusive');
});
