import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { olderOrdersTakeNoAlias } from './older-orders-take-no-alias.check.ts';

test.each([
  ['malformed', { status: 400, code: 'MALFORMED_REQUEST' }, true, 'pass'],
  ['refused in another way', { status: 422, code: 'INVALID_FIELD', position: 3 }, false, 'pass'],
  ['refused by the owner, of our own member', { status: 422, code: 'INVALID_FIELD', position: 3 }, true, 'violated'],
  ['taken', { status: 201, body: { orderId: '7' }, position: 3 }, false, 'violated'],
])('an order by account name is %s', (_, answered, strict, verdict) => {
  const history = historyOf({ 'by its name': answer('POST /orders', answered) }, { rest: '0.4.3', strict });
  expect(judged(olderOrdersTakeNoAlias, history).verdict).toBe(verdict);
});
