import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { submitServesTheOrderRow } from './submit-serves-the-order-row.check.ts';

const sentBody = { accountId: 1, instrumentId: 1, price: '100.00', qty: '1.25', clientOrderId: 'key-00000001' };
const row = { orderId: '17', clientOrderId: 'key-00000001', accountId: 1, price: '100', qty: '1.25' };
const submitted = (body: object, status = 201) =>
  answer('POST /orders', { status, position: 7, key: 'key-00000001', sentBody, body });

test.each([
  ['the row', submitted(row), 'pass'],
  ['under 200', submitted(row, 200), 'pass'],
  ['no id', submitted({ ...row, orderId: undefined }), 'violated'],
  ['another name', submitted({ ...row, clientOrderId: '17' }), 'violated'],
  ['another account', submitted({ ...row, accountId: 2 }), 'violated'],
  ['another price', submitted({ ...row, price: '100.01' }), 'violated'],
  ['another quantity', submitted({ ...row, qty: '1' }), 'violated'],
  ['refused', answer('POST /orders', { status: 422, code: 'INVALID_FIELD', position: 7, sentBody }), 'violated'],
])('%s', (_, sample, verdict) => {
  expect(judged(submitServesTheOrderRow, historyOf({ submitted: sample })).verdict).toBe(verdict);
});
