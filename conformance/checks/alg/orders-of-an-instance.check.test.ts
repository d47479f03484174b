import { expect, test } from 'vitest';
import type { Sample } from '../../runner/sample-history.ts';
import { answer, historyOf } from '../../runner/sample-history.ts';
import { ordersOfAnInstance } from './orders-of-an-instance.check.ts';

const PATH = 'GET /algos/instances/7/orders';
const ROW = { orderId: '20', algoInstanceId: 7, userId: 0, qty: '1' };
const page = (...items: object[]) => answer(PATH, { status: 200, body: { items } });
const GOOD: Record<string, Sample> = {
  orders: page(ROW, { ...ROW, orderId: '9' }),
  order: answer('GET /orders/20', { status: 200, body: ROW }),
};

test.each<[string, Record<string, Sample>, string, readonly string[] | undefined]>([
  ['order rows', {}, 'pass', undefined],
  ['of the person who started it', { orders: page({ ...ROW, userId: 11 }) }, 'violated', ['ALG-19']],
  ['of nobody', { orders: page({ ...ROW, algoInstanceId: null }) }, 'violated', ['ALG-19']],
  ['of another instance', { orders: page(ROW, { ...ROW, algoInstanceId: 8 }) }, 'violated', ['ALG-19']],
  ['less than rows', { orders: page({ orderId: '20', algoInstanceId: 7, userId: 0 }) }, 'violated', ['ALG-19']],
  ['oldest first', { orders: page({ ...ROW, orderId: '9' }, ROW) }, 'violated', ['PAGE-12']],
  ['refused', { orders: answer(PATH, { status: 404, code: 'NOT_FOUND' }) }, 'violated', ['ALG-19']],
  ['none', { orders: page() }, 'inconclusive', undefined],
])('%s', (_, over, verdict, breaks) => {
  const judgement = ordersOfAnInstance.judge(historyOf({ ...GOOD, ...over }));
  expect([judgement.verdict, judgement.verdict === 'violated' ? judgement.breaks : undefined]).toEqual([
    verdict,
    breaks,
  ]);
});
