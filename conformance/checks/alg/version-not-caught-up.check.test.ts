import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { versionNotCaughtUp } from './version-not-caught-up.check.ts';

const post = (status: number, code?: string, over: object = { position: 9 }) =>
  answer('POST /algos/instances', {
    status,
    ...(code !== undefined && { code }),
    sentBody: { algoVersionId: 5 },
    ...over,
  });
const versions = (...ids: number[]) =>
  answer('GET /algos/versions', { status: 200, body: { items: ids.map((algoVersionId) => ({ algoVersionId })) } });
const GOOD: Record<string, Sample> = {
  before: versions(1, 2),
  refused: post(422, 'FIELD_TYPE_MISMATCH'),
  retried: post(422, 'FIELD_TYPE_MISMATCH', { position: 9, replay: true }),
  created: post(201),
};

test.each<[string, Record<string, Sample>, string]>([
  ['refused by the platform', {}, 'pass'],
  ['refused at the door', { refused: post(422, 'FIELD_TYPE_MISMATCH', {}) }, 'violated'],
  ['refused under another code', { refused: post(422, 'ALGO_VERSION_NOT_LOADED') }, 'violated'],
  ['resolved', { refused: post(201) }, 'violated'],
  ['judged anew', { retried: post(201) }, 'violated'],
  ['refused for good', { created: post(422, 'FIELD_TYPE_MISMATCH') }, 'violated'],
  ['known already', { before: versions(1, 5) }, 'inconclusive'],
])('names are %s', (_, over, verdict) => {
  expect(judged(versionNotCaughtUp, historyOf({ ...GOOD, ...over })).verdict).toBe(verdict);
});

test('a member that never catches up, and a profile without names', () => {
  const { before, refused } = GOOD as { before: Sample; refused: Sample };
  expect(judged(versionNotCaughtUp, historyOf({ before, refused })).verdict).toBe('inconclusive');
  expect(judged(versionNotCaughtUp, historyOf({})).verdict).toBe('inconclusive');
});
