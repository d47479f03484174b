import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { olderOrdersNameNoInstance } from './older-orders-name-no-instance.check.ts';

const row = { orderId: '7', userId: 1 };
const named = { ...row, algoInstanceId: null };
const read = (of: object, listed: object) => ({
  placed: answer('POST /orders', { status: 201, body: row }),
  row: answer('GET /orders/7', { status: 200, body: of }),
  page: answer('GET /orders', { status: 200, body: { items: [listed] } }),
});

test.each([
  ['absent from both', read(row, row), 'pass'],
  ['on the row', read(named, row), 'violated'],
  ['on the page', read(row, named), 'violated'],
  ['not looked for', { placed: answer('POST /orders', { status: 422, code: 'INVALID_FIELD' }) }, 'inconclusive'],
])('algoInstanceId %s', (_, samples, verdict) => {
  expect(judged(olderOrdersNameNoInstance, historyOf(samples, { rest: '0.5.1' })).verdict).toBe(verdict);
});
