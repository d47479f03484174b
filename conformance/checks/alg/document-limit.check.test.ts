import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { documentLimit } from './document-limit.check.ts';

const post = (status: number, code?: string, over: object = {}) =>
  answer('POST /algos/instances', { status, ...(code !== undefined && { code }), ...over });
const tooLarge = post(413, 'DOCUMENT_TOO_LARGE');
const GOOD = { over: [tooLarge, tooLarge, tooLarge], 'at the limit': [post(201), post(200)] };

test.each<[string, Record<string, Sample | readonly Sample[]>, string, string]>([
  ['by its bytes', {}, 'pass', 'pass'],
  ['by its characters', { over: [tooLarge, post(201), post(200)] }, 'violated', 'violated'],
  ['as a body', { over: post(413, 'PAYLOAD_TOO_LARGE') }, 'violated', 'violated'],
  ['as malformed', { over: post(400, 'DOCUMENT_TOO_LARGE') }, 'violated', 'violated'],
  ['by the owner', { over: post(413, 'DOCUMENT_TOO_LARGE', { position: 9 }) }, 'violated', 'violated'],
  ['with the limit itself', { 'at the limit': [post(201), tooLarge] }, 'violated', 'violated'],
  ['for good', { 'at the limit': post(413, 'DOCUMENT_TOO_LARGE', { replay: true }) }, 'violated', 'violated'],
  ['with the limit for another reason', { 'at the limit': post(422, 'INVALID_FIELD') }, 'pass', 'violated'],
])('it is refused %s', (_, over, deployed, strict) => {
  const verdicts = [false, true].map((is) => judged(documentLimit, historyOf({ ...GOOD, ...over }, { strict: is })));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});
