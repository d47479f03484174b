import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { namesBecomeIds } from './names-become-ids.check.ts';

const NAMED = [
  { id: 1, name: 'main' },
  { id: 2, name: 'BTC-USD' },
];
const SENT = '{ // "main"\n "account": "main", "instrument": "BTC-USD" }  ';
const OURS = '{ // "main"\n "account": 1 /* main */, "instrument": 2 /* BTC-USD */ }  ';
const post = (over: object) => answer('POST /algos/instances', { status: 201, sentBody: { document: SENT }, ...over });
const kept = (document: unknown) => answer('GET /algos/instances/7/configs/1', { status: 200, body: { document } });

test.each<[string, string | undefined, string, string]>([
  ['as it is', OURS, 'pass', 'pass'],
  ['without comments', '{ // "main"\n "account": 1, "instrument": 2 }  ', 'pass', 'violated'],
  ['with the comments elsewhere', OURS.replace('1 /* main */', '/* main */ 1'), 'pass', 'violated'],
  ['formatted', '{\n  "account": 1,\n  "instrument": 2\n}\n', 'violated', 'violated'],
  ['without its own comments', OURS.replace('// "main"\n', ''), 'violated', 'violated'],
  ['without what is behind it', OURS.trimEnd(), 'violated', 'violated'],
  ['by name', SENT, 'violated', 'violated'],
  ['with another id', OURS.replace('2 /*', '1 /*'), 'violated', 'violated'],
  ['with a name of its comment replaced', OURS.replace('// "main"', '// 1'), 'violated', 'violated'],
  ['not at all', undefined, 'inconclusive', 'inconclusive'],
])('kept %s', (_, document, deployed, strict) => {
  const verdicts = [false, true].map((is) =>
    judged(namesBecomeIds, historyOf({ created: post({}), kept: kept(document) }, { strict: is }), NAMED),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual([deployed, strict]);
});

test.each<[string, Record<string, Sample>, string]>([
  ['sent as they are', { created: post({ status: 422, code: 'FIELD_TYPE_MISMATCH' }) }, 'violated'],
  ['not found', { created: post({ status: 422, code: 'REFERENCE_UNKNOWN_ACCOUNT' }) }, 'violated'],
  ['of a document that is refused', { created: post({ status: 422, code: 'INVALID_FIELD' }) }, 'inconclusive'],
  ['of no profile', {}, 'inconclusive'],
])('names %s', (_, samples, verdict) => {
  expect(judged(namesBecomeIds, historyOf(samples), NAMED).verdict).toBe(verdict);
});
