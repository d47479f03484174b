import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { onePrincipalAnOrder } from './one-principal-an-order.check.ts';

const human = { userId: 7, algoInstanceId: null };
const one = (body: object) => answer('GET /orders/17', { status: 200, body });
const page = (...items: object[]) => answer('GET /orders', { status: 200, body: { items } });

test.each([
  ['a human', [one(human)], 'pass'],
  ['an algo instance', [one({ userId: 0, algoInstanceId: 3 })], 'pass'],
  ['both', [one({ userId: 7, algoInstanceId: 3 })], 'violated'],
  ['an instance 0 is an instance', [one({ userId: 7, algoInstanceId: 0 })], 'violated'],
  ['neither', [one({ userId: 0, algoInstanceId: null })], 'violated'],
  ['neither on a page', [page(human, { userId: 0 })], 'violated'],
  ['on a cancel', [answer('POST /orders/17/cancel', { status: 200, body: { userId: 0 } })], 'violated'],
  ['no row', [page()], 'inconclusive'],
])('%s', (_, samples, verdict) => {
  expect(judged(onePrincipalAnOrder, historyOf(samples)).verdict).toBe(verdict);
});
