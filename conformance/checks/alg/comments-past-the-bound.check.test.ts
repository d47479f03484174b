import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { commentsPastTheBound } from './comments-past-the-bound.check.ts';
import { LIMIT_BYTES, padded } from './names-in-a-document.ts';

const NAMED = [{ id: 1, name: 'main' }];
const SENT = padded('{ "account": "main" }', LIMIT_BYTES);
const BARE = SENT.replace('"main"', '1');
const post = (over: object = {}) =>
  answer('POST /algos/instances', { status: 201, sentBody: { document: SENT }, ...over });
const read = (document: string) => answer('GET /algos/instances/7/configs/1', { status: 200, body: { document } });

test.each([
  ['ids alone', read(BARE), 'pass', 'pass'],
  ['ids and what still fits', read(BARE.replace(': 1', ': 1/**/')), 'pass', 'violated'],
  ['too much', read(BARE.replace(': 1', ': 1 /* main */')), 'violated', 'violated'],
  [
    'comments, and its own cut off',
    read(BARE.replace(': 1', ': 1 /* main */').replace('xxxxxxx', '')),
    'violated',
    'violated',
  ],
  ['names', read(SENT), 'violated', 'violated'],
])('it keeps %s', (_, kept, deployed, strict) => {
  const verdicts = [false, true].map((is) =>
    judged(commentsPastTheBound, historyOf({ created: post(), kept }, { strict: is }), NAMED),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});

test('it is not too large', () => {
  const created = post({ status: 413, code: 'DOCUMENT_TOO_LARGE' });
  expect(judged(commentsPastTheBound, historyOf({ created }), NAMED).verdict).toBe('violated');
  expect(judged(commentsPastTheBound, historyOf({}), NAMED).verdict).toBe('inconclusive');
});
