import { expect, test } from 'vitest';
import { ANY_TARGET } from '../../client/target-facts.ts';
import { judged as judge } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { settledKeyReplays } from './settled-key-replays.check.ts';

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

function judged(over: Readonly<Record<string, Parameters<typeof answer>[1]>>, strict = true) {
  const answers: Record<string, Parameters<typeof answer>[1]> = { ...good, ...over };
  const samples = Object.fromEntries(Object.entries(answers).map(([label, of]) => [label, answer('POST /orders', of)]));
  return judge(settledKeyReplays, historyOf(samples, { ...ANY_TARGET, strict })).verdict;
}

test.each([
  ['the row, replayed', {}, true, 'pass'],
  ['no flag', { retried: { ...replay, replay: false } }, true, 'violated'],
  ['two different answers', { 'retried again': { ...replay, position: 8n } }, true, 'violated'],
  ['the 202 for ever, of the sandbox', { retried: good.slow }, true, 'violated'],
  ['the 202 for ever, of a deployed member', { retried: good.slow }, false, 'pass'],
  ['no 202', { slow: { status: 201, position: 7n } }, true, 'inconclusive'],
])('%s', (_, over, strict, verdict) => {
  expect(judged(over, strict)).toBe(verdict);
});
