import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ordersAreAmongAllOrders } from './orders-are-among-all-orders.check.ts';

const row = (orderId: string, over: object = {}) => ({ orderId, algoInstanceId: 5, userId: 0, ...over });
const placed = (...items: object[]) =>
  answer('GET /algos/instances/5/orders', { status: 200, position: 9, body: { items, nextCursor: null } });
const all = (items: object[], position = 9, nextCursor: string | null = null) =>
  answer('GET /orders', { status: 200, position, body: { items, nextCursor } });

test.each<[string, Sample, Sample[], string]>([
  ['among them', placed(row('7')), [all([row('9'), row('7')])], 'pass'],
  ['on a later page', placed(row('7')), [all([row('9')], 9, 'c'), all([row('7')])], 'pass'],
  ['beyond what was walked', placed(row('7')), [all([row('9')], 9, 'c')], 'pass'],
  ['moved on since', placed(row('7')), [all([row('7', { userId: 4 })], 10)], 'pass'],
  ['not among them', placed(row('7')), [all([row('9'), row('6')])], 'violated'],
  ['not among those walked', placed(row('7')), [all([row('9'), row('6')], 9, 'c')], 'violated'],
  ['another row', placed(row('7')), [all([row('7', { userId: 4 })])], 'violated'],
  ['read of an earlier state', placed(row('7')), [all([row('6')], 8)], 'inconclusive'],
  ['none placed', placed(), [all([])], 'inconclusive'],
])('%s', (_, own, pages, verdict) => {
  expect(judged(ordersAreAmongAllOrders, historyOf({ placed: own, all: pages })).verdict).toBe(verdict);
});
