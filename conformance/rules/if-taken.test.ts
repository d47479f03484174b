import { expect, test } from 'vitest';
import { pass } from '../runner/judgement.ts';
import type { AnswerOptions } from '../testing/sample-history.ts';
import { answer, historyOf } from '../testing/sample-history.ts';
import { ifTaken } from './if-taken.ts';

test.each<[string, AnswerOptions, string, string]>([
  ['accepted', { status: 201 }, 'pass', 'pass'],
  ['answered 202', { status: 202 }, 'inconclusive', 'violated'],
  ['no such route', { status: 404, code: 'ROUTE_NOT_FOUND' }, 'violated', 'violated'],
  ['no such route, without an envelope', { status: 404, body: 'Not Found' }, 'violated', 'violated'],
  ['no such method', { status: 405, code: 'METHOD_NOT_ALLOWED' }, 'violated', 'violated'],
  ['no such row', { status: 404, code: 'NOT_FOUND' }, 'inconclusive', 'violated'],
  ['a refused body', { status: 400, code: 'MALFORMED_REQUEST' }, 'inconclusive', 'violated'],
])('%s', (_, options, deployed, strict) => {
  const verdicts = [false, true].map((is) => {
    const history = historyOf({ write: answer('POST /asset-policies/7/halt', options) }, { strict: is });
    return ifTaken(history.one('write'), history, () => pass).verdict;
  });
  expect(verdicts).toEqual([deployed, strict]);
});
