import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { orderIdsGrowWithoutCounting } from './order-ids-grow-without-counting.check.ts';

const created = (position: number, orderId: string) =>
  answer('POST /orders', { status: 201, position, body: { orderId } });

test.each([
  ['ids that grow', [created(1, '1000'), created(2, '2000'), created(3, '2001')], 'pass'],
  ['answers out of sequence', [created(3, '3000'), created(1, '1000'), created(2, '2000')], 'pass'],
  ['ids of another length', [created(1, '9'), created(2, '10'), created(3, '200')], 'pass'],
  ['consecutive numbers', [created(1, '7'), created(2, '8'), created(3, '9')], 'violated'],
  ['an id that goes back', [created(1, '1000'), created(2, '900'), created(3, '2000')], 'violated'],
  ['an id used again', [created(1, '1000'), created(2, '2000'), created(3, '2000')], 'violated'],
  ['two orders', [created(1, '7'), created(2, '8'), answer('POST /orders', { status: 429 })], 'inconclusive'],
])('%s', (_, samples, verdict) => {
  expect(judged(orderIdsGrowWithoutCounting, historyOf({ created: samples })).verdict).toBe(verdict);
});
