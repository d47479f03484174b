import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { clientOrderIdIsTheKey } from './client-order-id-is-the-key.check.ts';

const placed = (clientOrderId: string) =>
  answer('POST /orders', { status: 201, position: 7, key: 'key-00000001', body: { orderId: '17', clientOrderId } });
const another = (how: { status: number; code?: string; position?: number }) =>
  answer('POST /orders', { ...how, key: 'key-00000002', sentBody: { clientOrderId: 'another-01' } });
const orders = (...names: string[]) =>
  answer('GET /orders', { status: 200, body: { items: names.map((clientOrderId) => ({ clientOrderId })) } });

const taken = placed('key-00000001');
const asked = answer('POST /orders', { status: 400, code: 'MALFORMED_REQUEST', key: 'key-00000001' });
const refused = another({ status: 400, code: 'MALFORMED_REQUEST' });
const byOwner = another({ status: 422, code: 'INVALID_FIELD', position: 8 });

test.each([
  ['left out taken, another refused', taken, refused, orders('key-00000001'), false, 'pass'],
  ['left out asked for', asked, refused, orders(), false, 'pass'],
  ['the same on the sandbox', asked, refused, orders(), true, 'violated'],
  ['left out and another made up', placed('made-up-01'), refused, orders(), false, 'violated'],
  ['another taken', taken, another({ status: 201, position: 8 }), orders(), false, 'violated'],
  ['another refused by the owner', taken, byOwner, orders(), false, 'pass'],
  ['the same on the sandbox', taken, byOwner, orders(), true, 'violated'],
  ['refused and placed all the same', taken, refused, orders('another-01'), false, 'violated'],
  ['refused and placed under the key', taken, refused, orders('key-00000002'), false, 'violated'],
])('%s', (_, leftOut, other, page, strict, verdict) => {
  const history = historyOf({ 'left out': leftOut, another: other, orders: page }, { strict });
  expect(judged(clientOrderIdIsTheKey, history).verdict).toBe(verdict);
});
