import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { cancelOfAnUnheldOrder } from './cancel-of-an-unheld-order.check.ts';

const notFound = { status: 404, code: 'NOT_FOUND' };

test.each([
  ['with its state', { ...notFound, position: 7, asOf: 1 }, '0.14.0', 'pass'],
  ['without a time', { ...notFound, position: 7 }, '0.14.0', 'violated'],
  ['without a time, before 0.13.0', notFound, '0.12.0', 'pass'],
  ['another code', { ...notFound, code: 'ROUTE_NOT_FOUND', asOf: 1 }, '0.14.0', 'violated'],
  ['by the owner', { status: 422, code: 'INVALID_FIELD', position: 7 }, '0.14.0', 'violated'],
  ['taken', { status: 200, position: 7 }, '0.14.0', 'violated'],
])('%s', (_, how, rest, verdict) => {
  const history = historyOf({ unheld: answer('POST /orders/17/cancel', how) }, { rest });
  expect(judged(cancelOfAnUnheldOrder, history).verdict).toBe(verdict);
});
