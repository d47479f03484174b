import { expect, test } from 'vitest';
import { RULED } from '../../rules/refusal-rules.ts';
import { judged as judge } from '../../testing/judges.ts';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { failuresAreToldByTheRules } from './failures-are-told-by-the-rules.check.ts';
import { refusedCallersAreToldByTheRules } from './refused-callers-are-told-by-the-rules.check.ts';

const REFUSAL: AnswerOptions = { status: 403, code: 'ORG_NOT_ACTIVE', message: 'no', retryable: false };
const error = { code: 'ORG_NOT_ACTIVE', message: 'no', requestId: 'r-00000001', retryable: false };
const named = { 'X-Request-Id': 'r-00000001' };

test.each<[string, Partial<AnswerOptions>, readonly string[] | 'pass']>([
  ['as the rules say', {}, 'pass'],
  ['no request id', { headers: { 'X-Request-Id': null } }, ['RID-01', 'ERR-02']],
  ['no envelope', { body: error, headers: named }, ['ERR-01', 'ERR-02', 'ERR-03', 'ERR-11']],
  ['no message', { body: { error: { ...error, message: '' } }, headers: named }, ['ERR-03']],
  ['another request', { body: { error }, headers: { 'X-Request-Id': 'r-00000002' } }, ['ERR-02']],
  ['retryable', { retryable: true }, ['ERR-11']],
])('%s', (_, over, broken) => {
  const history = historyOf([answer('GET /orders', { ...REFUSAL, ...over })]);
  for (const check of [failuresAreToldByTheRules, refusedCallersAreToldByTheRules]) {
    const word = judge(check, history, undefined);
    expect(word.verdict === 'violated' ? word.breaks : word.verdict).toEqual(broken);
  }
});

test('each is broken by one of these', () => {
  expect([...RULED].sort()).toEqual(['ERR-01', 'ERR-02', 'ERR-03', 'ERR-11', 'RID-01']);
});

test('no refusal, no verdict', () => {
  const history = historyOf([answer('GET /orders', { status: 200, body: {} })]);
  expect(judge(refusedCallersAreToldByTheRules, history, undefined).verdict).toBe('inconclusive');
});
