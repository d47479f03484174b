import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { tooLongOnceReplaced } from './too-long-once-replaced.check.ts';

const post = (status: number, code?: string, over: object = {}) =>
  answer('POST /algos/instances', { status, ...(code !== undefined && { code }), ...over });
const GOOD = { 'too long': post(413, 'DOCUMENT_TOO_LARGE'), fits: post(201) };

test.each<[string, Record<string, Sample>, string, string]>([
  ['at the door', {}, 'pass', 'pass'],
  ['not at all', { 'too long': post(201) }, 'violated', 'violated'],
  ['by the owner', { 'too long': post(413, 'DOCUMENT_TOO_LARGE', { position: 9 }) }, 'violated', 'violated'],
  ['under another code', { 'too long': post(422, 'INVALID_FIELD') }, 'violated', 'violated'],
  ['for good', { fits: post(413, 'DOCUMENT_TOO_LARGE', { replay: true }) }, 'violated', 'violated'],
  ['a byte too early', { fits: post(413, 'DOCUMENT_TOO_LARGE') }, 'violated', 'violated'],
  ['and what fits for another reason', { fits: post(422, 'INVALID_FIELD') }, 'pass', 'violated'],
  ['for a name', { 'too long': post(422, 'REFERENCE_UNKNOWN_ACCOUNT') }, 'inconclusive', 'inconclusive'],
])('it is refused %s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) =>
    judged(tooLongOnceReplaced, historyOf({ ...GOOD, ...over }, { strict: is })),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});

test('no name that is short enough', () => {
  expect(judged(tooLongOnceReplaced, historyOf({})).verdict).toBe('inconclusive');
});
