import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { creationAnswersTheRow } from './creation-answers-the-row.check.ts';

const SENT = { algoVersionId: 1, pool: 'pool-a', displayName: 'touchstone-1', document: '{}' };
const ROW = { ...SENT, instanceId: 7, configSeq: 1 };
const post = (status: number, body: object = ROW, headers: Record<string, string> = {}) =>
  answer('POST /algos/instances', { status, key: 'k', sentBody: SENT, body, headers });
const record = (outcome: object) => answer('GET /operations/k', { status: 200, body: { outcome } });
const OUTCOME = { family: 'algos', instanceId: 7, configSeq: 1 };

const GOOD: Record<string, Sample> = {
  created: post(201),
  record: record(OUTCOME),
  row: answer('GET /algos/instances/7', { status: 200, body: ROW }),
  document: answer('GET /algos/instances/7/configs/1', { status: 200, body: { seq: 1 } }),
};
const verdictOf = (over: Record<string, Sample>, strict: boolean) =>
  judged(creationAnswersTheRow, historyOf({ ...GOOD, ...over }, { strict })).verdict;

test.each<[string, Record<string, Sample>, string, string]>([
  ['the row', {}, 'pass', 'pass'],
  ['the row with 200', { created: post(200) }, 'pass', 'violated'],
  ['a promise', { created: post(202, {}, { Location: '/operations/k' }) }, 'pass', 'pass'],
  ['a promise of nothing', { created: post(202, {}) }, 'violated', 'violated'],
  ['no row', { created: post(201, {}) }, 'violated', 'violated'],
  ['another version', { created: post(201, { ...ROW, algoVersionId: 2 }) }, 'violated', 'violated'],
  ['a row without its document', { created: post(201, { ...ROW, configSeq: 0 }) }, 'violated', 'violated'],
  ['an outcome of another family', { record: record({ ...OUTCOME, family: 'orders' }) }, 'violated', 'violated'],
  ['an outcome of another instance', { record: record({ ...OUTCOME, instanceId: 8 }) }, 'violated', 'violated'],
  ['an outcome of no document', { record: record({ ...OUTCOME, configSeq: null }) }, 'violated', 'violated'],
  [
    'no document to read',
    { document: answer('GET /algos/instances/7/configs/1', { status: 404, code: 'NOT_FOUND' }) },
    'violated',
    'violated',
  ],
])('%s', (_, over, deployed, strict) => {
  expect([verdictOf(over, false), verdictOf(over, true)]).toEqual([deployed, strict]);
});

test('what leads nowhere is no creation', () => {
  const promised = post(202, {}, { Location: '/operations/k' });
  expect(judged(creationAnswersTheRow, historyOf({ created: promised })).verdict).toBe('violated');
});

test('what is refused proves nothing', () => {
  const refused = answer('POST /algos/instances', { status: 422, code: 'INVALID_FIELD' });
  expect(judged(creationAnswersTheRow, historyOf({ created: refused })).verdict).toBe('inconclusive');
});
