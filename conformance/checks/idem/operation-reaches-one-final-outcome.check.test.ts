import { expect, test } from 'vitest';
import { judged as judge } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { operationReachesOneFinalOutcome } from './operation-reaches-one-final-outcome.check.ts';

const pending = { status: 200, body: { outcome: { status: 'PENDING' } } };
const final = { status: 200, body: { outcome: { status: 'SUCCEEDED' } } };
const silent = { status: 200, body: { outcome: { family: 'orders' } } };
const replay = { status: 201, position: 7n, replay: true, body: { orderId: '9' } };
const good = {
  'plain record': final,
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
  return judge(operationReachesOneFinalOutcome, historyOf(samples)).verdict;
}

test.each([
  ['pending, then one outcome', {}, 'pass'],
  ['unknown while under way', { 'under way': { status: 404, code: 'UNKNOWN_OPERATION' } }, 'violated'],
  ['never final', { settled: pending, 'settled again': pending }, 'violated'],
  ['final, then pending', { 'settled again': pending }, 'violated'],
  ['another outcome', { 'settled again': { status: 200, body: { outcome: { status: 'REFUSED' } } } }, 'violated'],
  [
    'no word of where it stands',
    { 'plain record': silent, 'under way': silent, settled: silent, 'settled again': silent },
    'inconclusive',
  ],
  ['no 202', { slow: { status: 201, position: 7n } }, 'inconclusive'],
])('%s', (_, over, verdict) => {
  expect(judged(over)).toBe(verdict);
});
