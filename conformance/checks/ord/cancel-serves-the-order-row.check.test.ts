import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { cancelServesTheOrderRow } from './cancel-serves-the-order-row.check.ts';

const row = {
  orderId: '17',
  clientOrderId: 'key-00000001',
  accountId: 1,
  price: '100',
  qty: '1.25',
  leavesQty: '1.25',
};
const placed = answer('POST /orders', { status: 201, position: 7, body: row });
const cancelled = (over: object) =>
  answer('POST /orders/17/cancel', { status: 200, position: 8, body: { ...row, leavesQty: '0.00', ...over } });

test.each([
  ['its row', cancelled({}), false, 'pass'],
  ['its row on the sandbox', cancelled({}), true, 'pass'],
  ['something left', cancelled({ leavesQty: '1.25' }), false, 'pass'],
  ['something left on the sandbox', cancelled({ leavesQty: '1.25' }), true, 'violated'],
  ['another order', cancelled({ orderId: '18' }), false, 'violated'],
  ['under the key of the cancel', cancelled({ clientOrderId: 'key-00000002' }), false, 'violated'],
  ['another quantity', cancelled({ qty: '1' }), false, 'violated'],
  ['no row', answer('POST /orders/17/cancel', { status: 200, position: 8 }), false, 'violated'],
  ['refused', answer('POST /orders/17/cancel', { status: 404, code: 'NOT_FOUND' }), false, 'violated'],
])('%s', (_, sample, strict, verdict) => {
  expect(judged(cancelServesTheOrderRow, historyOf({ placed, cancelled: sample }, { strict })).verdict).toBe(verdict);
});

test('no order to cancel', () => {
  const refused = answer('POST /orders', { status: 429, code: 'INBOX_FULL' });
  expect(judged(cancelServesTheOrderRow, historyOf({ placed: refused })).verdict).toBe('inconclusive');
});
