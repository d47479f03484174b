import { expect, test } from 'vitest';
import { RULED } from '../../rules/refusal-rules.ts';
import { judged, judgesOf } from '../../testing/judges.ts';
import { type AnswerOptions, answer, historyOf, type Sample } from '../../testing/sample-history.ts';
import { failuresAreToldByTheRules } from './failures.check.ts';
import { refusedCallersAreToldByTheRules, rulesOfRefusals } from './rules-of-refusals.check.ts';

const whole = { code: 'NOT_FOUND', message: 'no such order', requestId: 'request-1', retryable: false };
const refusal = (body: unknown, headers = {}) => answer('GET /orders/1', { status: 404, body, headers });

judgesOf(rulesOfRefusals['refusal-envelope'], (answered: Sample) => [answered], [
  ['the envelope', refusal({ error: whole }), 'pass'],
  ['a newer member beside it', refusal({ error: { ...whole, currentVersion: 3 } }), 'pass'],
  ['a problem type', refusal({ error: whole }, { 'Content-Type': 'application/problem+json' }), 'pass'],
  ['an empty code', refusal({ error: { ...whole, code: '' } }), 'violated'],
  ['what the web server answered itself', answer('GET /x', { status: 431, body: '' }), 'inconclusive'],
  ['nothing refused', answer('GET /me', { status: 200 }), 'inconclusive'],
]);

judgesOf(rulesOfRefusals['refusal-names-its-request'], (answered: Sample) => [answered], [
  ['a served request', answer('GET /me', { status: 200 }), 'inconclusive'],
]);

const refused = (status: number, code: string, retryable: boolean, position?: number) =>
  answer('POST /orders', { status, code, retryable, ...(position === undefined ? {} : { position }) });

judgesOf(rulesOfRefusals['other-refusals-are-final'], (answered: Sample) => [answered], [
  ['400, false', refused(400, 'MALFORMED_REQUEST', false), 'pass'],
  ['INTERRUPTED, true', refused(500, 'INTERRUPTED', true), 'pass'],
  ['INTERRUPTED, false', refused(500, 'INTERRUPTED', false), 'violated'],
  ['503, true', refused(503, 'NOT_PRIMED', true), 'pass'],
  ['503 of a member that may be a replica', refused(503, 'NOT_SERVING', false), 'pass'],
]);

const REFUSAL: AnswerOptions = { status: 403, code: 'ORG_NOT_ACTIVE', message: 'no', retryable: false };
const error = { code: 'ORG_NOT_ACTIVE', message: 'no', requestId: 'r-00000001', retryable: false };
const sameHeader = { 'X-Request-Id': 'r-00000001' };

test.each<[string, Partial<AnswerOptions>, readonly string[] | 'pass']>([
  ['as the rules say', {}, 'pass'],
  ['no request id', { headers: { 'X-Request-Id': null } }, ['RID-01', 'ERR-02']],
  ['no envelope', { body: error, headers: sameHeader }, ['ERR-01', 'ERR-02', 'ERR-03', 'ERR-11']],
  ['no message', { body: { error: { ...error, message: '' } }, headers: sameHeader }, ['ERR-03']],
  ['another request', { body: { error }, headers: { 'X-Request-Id': 'r-00000002' } }, ['ERR-02']],
  ['retryable', { retryable: true }, ['ERR-11']],
])('%s', (_, over, broken) => {
  const history = historyOf([answer('GET /orders', { ...REFUSAL, ...over })]);
  for (const check of [failuresAreToldByTheRules, refusedCallersAreToldByTheRules]) {
    const word = judged(check, history);
    expect(word.verdict === 'violated' ? word.breaks : word.verdict).toEqual(broken);
  }
});

test('each rule is broken by one of these', () => {
  expect([...RULED].sort()).toEqual(['ERR-01', 'ERR-02', 'ERR-03', 'ERR-11', 'RID-01']);
});

test('no refusal, no verdict', () => {
  const history = historyOf([answer('GET /orders', { status: 200, body: {} })]);
  expect(judged(refusedCallersAreToldByTheRules, history).verdict).toBe('inconclusive');
});

judgesOf(
  'err/owner-refusals-are-final',
  (answers: readonly AnswerOptions[]) => answers.map((came) => answer('POST /orders', came)),
  [['refused by the door alone', [{ status: 422, code: 'INSTRUMENT_NOT_LIVE', retryable: true }], 'inconclusive']],
);

const headers = { 'Retry-After': '60' };
const ceiling = { status: 429, code: 'RATE_CEILING', retryable: false, position: 9, headers };

judgesOf(
  'err/rate-ceiling-is-final',
  (came: AnswerOptions) => {
    const accepted = answer('POST /orders', { status: 201, position: 7, body: { orderId: '5' } });
    return { submitted: [accepted, answer('POST /orders', came)] };
  },
  [
    [
      'a date that has passed',
      {
        ...ceiling,
        headers: { 'Retry-After': 'Mon, 05 Jan 2026 00:00:00 GMT', Date: 'Mon, 05 Jan 2026 00:00:09 GMT' },
      },
      'pass',
    ],
    ['another bound was met first', { status: 422, code: 'MAX_OPEN_ORDERS_EXCEEDED', position: 9 }, 'inconclusive'],
  ],
);
