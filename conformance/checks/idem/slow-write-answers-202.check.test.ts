import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { slowWriteAnswers202 } from './slow-write-answers-202.check.ts';

const pending = { status: 200, body: { outcome: { status: 'PENDING' } } };
const final = { status: 200, body: { outcome: { status: 'SUCCEEDED' } } };
const replay = { status: 201, position: 7n, replay: true, body: { orderId: '9' } };
const good = {
  slow: { status: 202, key: 'k-1', headers: { Location: '/operations/k-1' }, body: {} },
  'under way': pending,
  settled: final,
  'settled again': final,
  retried: replay,
  'retried again': replay,
};

function judged(over: Readonly<Record<string, Parameters<typeof answer>[1]>>) {
  const answers: Record<string, Parameters<typeof answer>[1]> = { ...good, ...over };
  const samples = Object.fromEntries(Object.entries(answers).map(([label, of]) => [label, answer('POST /orders', of)]));
  return judge(slowWriteAnswers202, historyOf(samples)).verdict;
}

test.each([
  ['202 that says where to poll', {}, 'pass'],
  ['no Location', { slow: { ...good.slow, headers: {} } }, 'violated'],
  ['another key polled', { slow: { ...good.slow, headers: { Location: '/operations/k-2' } } }, 'violated'],
  ['the row after all', { slow: { status: 201, position: 7n, key: 'k-1' } }, 'violated'],
])('%s', (_, over, verdict) => {
  expect(judged(over)).toBe(verdict);
});
