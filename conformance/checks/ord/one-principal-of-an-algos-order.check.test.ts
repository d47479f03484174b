import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { onePrincipalOfAnAlgosOrder } from './one-principal-of-an-algos-order.check.ts';

const ALGOS = { orderId: '17', userId: 0, algoInstanceId: 7 };
const placed = (...items: object[]) => answer('GET /algos/instances/7/orders', { status: 200, body: { items } });
const one = (body: object) => answer('GET /orders/17', { status: 200, body });
const all = (...items: object[]) => answer('GET /orders', { status: 200, body: { items } });

test.each([
  ['the instance', placed(ALGOS), one(ALGOS), all(ALGOS, { orderId: '18', userId: 11 }), 'pass'],
  ['whoever started it', placed(ALGOS), one({ ...ALGOS, userId: 11 }), all(ALGOS), 'violated'],
  ['nobody', placed(ALGOS), one({ ...ALGOS, algoInstanceId: null }), all(ALGOS), 'violated'],
  ['nobody, among all', placed(ALGOS), one(ALGOS), all({ orderId: '17', userId: 0 }), 'violated'],
  ['no order', placed(), one(ALGOS), all(), 'inconclusive'],
])('it is of %s', (_, orders, row, page, verdict) => {
  expect(judged(onePrincipalOfAnAlgosOrder, historyOf({ placed: orders, row, page })).verdict).toBe(verdict);
});
