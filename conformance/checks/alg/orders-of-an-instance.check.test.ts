import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ordersOfAnInstance } from './orders-of-an-instance.check.ts';

const PATH = 'GET /algos/instances/7/orders';
const ROW = { orderId: '20', algoInstanceId: 7, userId: 0, qty: '1' };
const page = (...items: object[]) => answer(PATH, { status: 200, body: { items } });
const GOOD: Record<string, Sample> = {
  orders: page(ROW, { ...ROW, orderId: '9' }),
  order: answer('GET /orders/20', { status: 200, body: ROW }),
};

test.each<[string, Record<string, Sample>, string]>([
  ['order rows', {}, 'pass'],
  ['of the person who started it', { orders: page({ ...ROW, userId: 11 }) }, 'violated'],
  ['of nobody', { orders: page({ ...ROW, algoInstanceId: null }) }, 'violated'],
  ['of another instance', { orders: page(ROW, { ...ROW, algoInstanceId: 8 }) }, 'violated'],
  ['less than rows', { orders: page({ orderId: '20', algoInstanceId: 7, userId: 0 }) }, 'violated'],
  ['refused', { orders: answer(PATH, { status: 404, code: 'NOT_FOUND' }) }, 'violated'],
  ['none', { orders: page() }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(ordersOfAnInstance, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});
