import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { humanCancelsAnAlgosOrder } from './human-cancels-an-algos-order.check.ts';

const ROW = { orderId: '17', userId: 0, algoInstanceId: 7, leavesQty: '1' };
const read = (of: object = {}) => answer('GET /orders/17', { status: 200, body: { ...ROW, ...of } });
const cancel = (of: object = {}, status = 200) =>
  answer('POST /orders/17/cancel', { status, body: { ...ROW, leavesQty: '0', ...of } });
const created = answer('POST /algos/instances', { status: 201 });
const started = answer('POST /algos/instances/7/start', { status: 200 });
const GOOD: Record<string, Sample> = { created, started, before: read(), cancelled: cancel() };

test.each<[string, Record<string, Sample>, string]>([
  ['cancelled', {}, 'pass'],
  ['the algo’s alone', { cancelled: answer('POST /x', { status: 403, code: 'NOT_YOURS' }) }, 'violated'],
  ['not there for a human', { cancelled: answer('POST /x', { status: 404, code: 'NOT_FOUND' }) }, 'violated'],
  ['the human’s from then on', { cancelled: cancel({ userId: 11, algoInstanceId: null }) }, 'violated'],
  ['both’s', { cancelled: cancel({ userId: 11 }) }, 'violated'],
  ['another', { cancelled: cancel({ orderId: '18' }) }, 'violated'],
  ['filled already', { before: read({ leavesQty: '0.0' }) }, 'inconclusive'],
])('an algo’s order is %s', (_, over, verdict) => {
  expect(judged(humanCancelsAnAlgosOrder, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('nothing was started, or placed', () => {
  expect(judged(humanCancelsAnAlgosOrder, historyOf({ created })).verdict).toBe('inconclusive');
  expect(judged(humanCancelsAnAlgosOrder, historyOf({ created, started })).verdict).toBe('inconclusive');
});
