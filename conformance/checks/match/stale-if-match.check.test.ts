import { describe, expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { staleIfMatch } from './stale-if-match.check.ts';

const row = (version: number, displayName: string, position = 10 + version) =>
  answer('GET /portfolios/7', {
    status: 200,
    position,
    asOf: 5,
    etag: `"${version}"`,
    body: { portfolioId: 7, displayName, version },
  });
const put = (status: number, over: object = {}) => answer('PUT /portfolios/7', { status, ifMatch: '"1"', ...over });
const conflict = (version: number, over: object = {}) => {
  const error = { code: 'VERSION_CONFLICT', message: 'stale', requestId: 'r', retryable: false };
  return put(412, { position: 13, body: { error: { ...error, currentVersion: version } }, ...over });
};

const GOOD = {
  before: row(1, 'touchstone-stale'),
  'moved on': put(200, { position: 11 }),
  now: row(2, 'touchstone-stale moved on'),
  stale: conflict(2),
  after: row(2, 'touchstone-stale moved on', 13),
};
const verdictOf = (over: Readonly<Record<string, Sample>>, strict: boolean) =>
  judged(staleIfMatch, historyOf({ ...GOOD, ...over }, { strict })).verdict;

describe('a stale write', () => {
  test.each<[string, Record<string, Sample>, string, string]>([
    ['is refused', {}, 'pass', 'pass'],
    ['is refused under a code of its own', { stale: put(412, { code: 'STALE', position: 13 }) }, 'pass', 'violated'],
    ['is refused by the door', { stale: put(412, { code: 'VERSION_CONFLICT' }) }, 'pass', 'violated'],
    ['is told of another version', { stale: conflict(9) }, 'pass', 'violated'],
    ['is told of two versions', { stale: conflict(2, { etag: '"3"' }) }, 'violated', 'violated'],
    ['is told of one version twice', { stale: conflict(2, { etag: '"2"' }) }, 'pass', 'pass'],
    ['is told of a former version', { stale: conflict(1, { etag: '"1"' }) }, 'violated', 'violated'],
    ['is told of two versions, one of them right', { stale: conflict(9, { etag: '"2"' }) }, 'violated', 'violated'],
    ['is taken', { stale: put(200, { position: 13 }) }, 'violated', 'violated'],
    ['is a conflict of another status', { stale: put(409, { code: 'VERSION_CONFLICT' }) }, 'violated', 'violated'],
    ['is refused and changes the row', { after: row(2, 'touchstone-stale stale', 13) }, 'violated', 'violated'],
    ['is refused and counts', { after: row(3, 'touchstone-stale moved on', 13) }, 'violated', 'violated'],
    ['was not stale', { 'moved on': put(400, { code: 'MALFORMED_REQUEST' }) }, 'inconclusive', 'inconclusive'],
    ['was of the same version', { now: row(1, 'touchstone-stale moved on') }, 'inconclusive', 'inconclusive'],
    ['is read of a member that is behind', { after: row(1, 'touchstone-stale', 10) }, 'inconclusive', 'inconclusive'],
  ])('%s', (_, over, deployed, strict) => {
    expect([verdictOf(over, false), verdictOf(over, true)]).toEqual([deployed, strict]);
  });
});

test('no portfolio of its own: nothing to judge', () => {
  expect(judged(staleIfMatch, historyOf({})).verdict).toBe('inconclusive');
});
