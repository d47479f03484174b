import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { configAnswersTheStagedDocument } from './config-answers-the-staged-document.check.ts';

const created = answer('POST /algos/instances', { status: 201 });
const STAGED = { seq: 2, document: '{}', remark: 'the second', outcome: 'STAGED', outcomeAtNs: null };
const put = (body: object, etag?: string, status = 200) =>
  answer('PUT /algos/instances/7/config', {
    status,
    body,
    sentBody: { document: '{}', remark: 'the second' },
    ...(etag !== undefined && { etag }),
  });

test.each([
  ['the staged document', put(STAGED), 'pass'],
  ['an ETag beside it', put(STAGED, '"2"'), 'violated'],
  ['201', put(STAGED, undefined, 201), 'violated'],
  ['the instance', put({ instanceId: 7, configSeq: 2 }), 'violated'],
  ['a document of another place', put({ ...STAGED, seq: 1 }), 'violated'],
  ['a document that is applied', put({ ...STAGED, outcome: 'APPLIED', outcomeAtNs: '17' }), 'violated'],
  ['no time to come', put({ ...STAGED, outcomeAtNs: '17' }), 'violated'],
  ['a document taken apart', put({ ...STAGED, document: {} }), 'violated'],
  ['another remark', put({ ...STAGED, remark: null }), 'violated'],
  ['a refusal', answer('PUT /x', { status: 404, code: 'NOT_FOUND' }), 'violated'],
  ['a promise', put({}, undefined, 202), 'inconclusive'],
])('%s', (_, sample, verdict) => {
  expect(judged(configAnswersTheStagedDocument, historyOf({ created, put: sample })).verdict).toBe(verdict);
});

test('without a verdict on the first there is no second', () => {
  expect(judged(configAnswersTheStagedDocument, historyOf({ created })).verdict).toBe('inconclusive');
});
