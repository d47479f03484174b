import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { requestIdOnEveryWrite } from './request-id-on-every-write.check.ts';

test.each([
  ['one on each', 'r-00000001', 'pass'],
  ['none on a replay', null, 'violated'],
  ['an empty one', '', 'violated'],
])('%s', (_, id, verdict) => {
  const taken = { status: 201, position: 7, body: { orderId: '5' } };
  const history = historyOf([
    answer('POST /orders', taken),
    answer('POST /orders', { ...taken, replay: true, headers: { 'X-Request-Id': id } }),
  ]);
  expect(judged(requestIdOnEveryWrite, history, undefined).verdict).toBe(verdict);
});
