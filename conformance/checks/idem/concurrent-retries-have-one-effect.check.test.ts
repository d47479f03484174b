import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { concurrentRetriesHaveOneEffect } from './concurrent-retries-have-one-effect.check.ts';

const order = (orderId: string) => ({ status: 201, position: 7n, key: 'k-1', body: { orderId } });
const page = (...items: object[]) => ({ status: 200, body: { items } });
const row = { orderId: '9', clientOrderId: 'k-1' };

test.each([
  ['one order', [order('9'), order('9')], page(row), 'pass'],
  [
    'one order, one attempt turned away',
    [order('9'), { status: 429, code: 'IN_FLIGHT_FULL', key: 'k-1' }],
    page(row),
    'pass',
  ],
  ['orders of other keys beside it', [order('9')], page(row, { orderId: '8', clientOrderId: 'k-0' }), 'pass'],
  ['two ids', [order('9'), order('10')], page(row), 'violated'],
  ['two rows', [order('9')], page(row, { orderId: '10', clientOrderId: 'k-1' }), 'violated'],
  ['none accepted', [{ status: 503, code: 'NOT_SERVING', key: 'k-1' }], page(), 'inconclusive'],
])('%s', (_, attempts, orders, verdict) => {
  const samples = attempts.map((of) => answer('POST /orders', of));
  const history = historyOf({ attempt: samples, orders: answer('GET /orders', orders) });
  expect(judged(concurrentRetriesHaveOneEffect, history, { atOnce: 2, after: 1 }).verdict).toBe(verdict);
});
