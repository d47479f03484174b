import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { orderIsOneRowEverywhere } from './order-is-one-row-everywhere.check.ts';

const row = (over: object = {}) => ({ orderId: '7', price: '1.50', userId: 2, ...over });
const listing = (...items: object[]) => answer('GET /orders', { status: 200, position: 9, body: { items } });
const single = (body: object, position = 9) => answer('GET /orders/7', { status: 200, position, body });

test.each([
  ['the same', listing(row()), single(row()), 'pass'],
  ['another spelling of one value', listing(row()), single(row({ price: '1.5' })), 'pass'],
  ['a member more', listing(row()), single(row({ remark: 'x' })), 'pass'],
  ['another price', listing(row()), single(row({ price: '1.51' })), 'violated'],
  ['another user', listing(row({ userId: 3 })), single(row()), 'violated'],
  ['no longer listed', listing(row({ orderId: '8' })), single(row()), 'pass'],
  ['another position', listing(row()), single(row({ price: '2' }), 10), 'inconclusive'],
])('%s', (_, page, one, verdict) => {
  expect(judged(orderIsOneRowEverywhere, historyOf({ page, single: one })).verdict).toBe(verdict);
});
