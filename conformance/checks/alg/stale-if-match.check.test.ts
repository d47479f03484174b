import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { staleIfMatch } from './stale-if-match.check.ts';

const PATH = 'PUT /algos/instances/7/config';
const conflict = (over: object = {}, error: object = { currentVersion: 2 }) => {
  const body = { error: { code: 'CONFIG_SEQ_CONFLICT', message: 'stale', requestId: 'r', retryable: false, ...error } };
  return answer(PATH, { status: 412, position: 9, etag: '"2"', body, ...over });
};
const row = (configSeq: number) => answer('GET /algos/instances/7', { status: 200, body: { configSeq } });
const put = (status: number, code?: string) => answer(PATH, { status, ...(code !== undefined && { code }) });
const GOOD: Record<string, Sample> = {
  created: answer('POST /algos/instances', { status: 201 }),
  'moved on': put(200),
  stale: conflict(),
  now: row(2),
  fresh: put(200),
};
const unpublished = answer(PATH, {
  status: 412,
  etag: '"2"',
  body: { error: { code: 'CONFIG_SEQ_CONFLICT' }, currentVersion: '2' },
});

test.each<[string, Record<string, Sample>, string, string]>([
  ['told what is', {}, 'pass', 'pass'],
  ['told beside the error, in text, at the door', { stale: unpublished }, 'pass', 'violated'],
  ['taken', { stale: put(200), now: row(3) }, 'violated', 'violated'],
  ['a conflict of another code', { stale: conflict({}, { code: 'VERSION_CONFLICT' }) }, 'violated', 'violated'],
  ['a conflict of another status', { stale: conflict({ status: 409 }) }, 'violated', 'violated'],
  ['not told the version', { stale: conflict({}, { currentVersion: undefined }) }, 'violated', 'violated'],
  ['told another version', { stale: conflict({}, { currentVersion: 1 }) }, 'violated', 'violated'],
  ['told no ETag', { stale: conflict({ etag: undefined }) }, 'violated', 'violated'],
  ['told the stale ETag again', { stale: conflict({ etag: '"1"' }) }, 'violated', 'violated'],
  ['written all the same', { now: row(3) }, 'violated', 'violated'],
  ['told an ETag that is stale too', { fresh: put(412, 'CONFIG_SEQ_CONFLICT') }, 'violated', 'violated'],
  ['not stale', { 'moved on': put(412, 'CONFIG_SEQ_CONFLICT') }, 'inconclusive', 'inconclusive'],
])('a stale write is %s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) => judged(staleIfMatch, historyOf({ ...GOOD, ...over }, { strict: is })));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});
