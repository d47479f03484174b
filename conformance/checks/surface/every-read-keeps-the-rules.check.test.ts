import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { AnswerOptions, Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { everyReadKeepsTheRules } from './every-read-keeps-the-rules.check.ts';

const ID = 'request-17';
const NAMED = { 'X-Request-Id': ID };
const STATE = { status: 200, position: 7, asOf: 9, sent: NAMED, headers: NAMED };
const page = { globalSequence: '7', asOfSeqTsNs: '9', items: [], nextCursor: null, prevCursor: null, total: null };
const row = { userId: 7, createdAtNs: '5', maxTicketAmount: '1.5' };

function blamed(label: string, line: string, over: Partial<AnswerOptions>, other?: Sample): readonly string[] | string {
  const history = historyOf({
    [label]: answer(line, { ...STATE, ...over }),
    ...(other === undefined ? {} : { other }),
  });
  const judgement = judged(everyReadKeepsTheRules, history);
  return judgement.verdict === 'violated' ? [...(judgement.breaks ?? [])].sort() : judgement.verdict;
}

test.each<[string, Partial<AnswerOptions>, readonly string[] | 'pass']>([
  ['as it should be', { body: page }, 'pass'],
  ['without a request id', { body: page, headers: { 'X-Request-Id': null } }, ['RID-01', 'RID-02']],
  ['under another request id', { body: page, headers: { 'X-Request-Id': 'another-1' } }, ['RID-02']],
  [
    'without a position',
    { body: page, headers: { ...NAMED, 'X-Service-Global-Sequence': null } },
    ['POS-01', 'POS-06'],
  ],
  ['without a time', { body: page, headers: { ...NAMED, 'X-Service-As-Of-Seq-Ts': null } }, ['POS-02', 'POS-06']],
  ['of another position than its header', { body: { ...page, globalSequence: '8' } }, ['POS-06']],
  ['without total', { body: { ...page, total: undefined } }, ['PAGE-01']],
])('a page %s', (_, over, wanted) => {
  expect(blamed('held page', 'GET /portfolios', over)).toEqual(wanted);
});

test.each<[string, object, readonly string[] | 'pass']>([
  ['as it should be', row, 'pass'],
  ['whose key is text', { ...row, userId: '7' }, ['ID-01']],
  ['whose order is a number', { ...row, orderId: 17 }, ['ID-02']],
  ['whose time is a number', { ...row, createdAtNs: 5 }, ['ID-03']],
  ['whose money is a number', { ...row, maxTicketAmount: 1.5 }, ['MON-15']],
  ['with a scaled integer', { ...row, amount: { unscaled: 15 } }, ['MON-16']],
  ['with a token', { ...row, remark: '<token of trader>' }, ['AUTH-13']],
])('a row %s', (_, body, wanted) => {
  expect(blamed('held row', 'GET /users/7', { body })).toEqual(wanted);
});

test('a catalogue shows JSON Schemas, whose members are named like anything', () => {
  const schema = { properties: { price: { type: 'string' }, userId: { type: 'integer' } } };
  const body = { ...page, items: [{ pool: 'a', documentSchema: schema }] };
  expect(blamed('held page', 'GET /algos/versions', { body })).toBe('pass');
});

const ABSENT = { status: 404, code: 'NOT_FOUND' } as const;

test.each<[string, Partial<AnswerOptions>, readonly string[] | 'pass']>([
  ['as it should be', ABSENT, 'pass'],
  ['under another code', { ...ABSENT, code: 'NO_SUCH_ROW' }, ['ERR-09']],
  ['as forbidden', { status: 403, code: 'FORBIDDEN' }, ['ERR-09']],
  ['without a time', { ...ABSENT, headers: { ...NAMED, 'X-Service-As-Of-Seq-Ts': null } }, ['POS-02']],
  ['without its words', { ...ABSENT, message: '' }, ['ERR-03']],
  ['to be asked again', { ...ABSENT, retryable: true }, ['ERR-11']],
  [
    'without its envelope',
    { ...ABSENT, body: { code: 'NOT_FOUND' } },
    ['ERR-01', 'ERR-02', 'ERR-03', 'ERR-09', 'ERR-11'],
  ],
])('a row that nobody holds, told %s', (_, over, wanted) => {
  expect(blamed('absent', 'GET /users/2147483647', over)).toEqual(wanted);
});

test.each<[string, AnswerOptions, readonly string[] | 'pass']>([
  ['replaced', { status: 200, headers: { 'X-Request-Id': 'request-18' } }, 'pass'],
  ['echoed', { status: 200, headers: { 'X-Request-Id': 'seven77' } }, ['RID-03']],
  ['refused', { status: 400, code: 'MALFORMED_REQUEST' }, ['RID-03']],
])('another request id is %s', (_, told, wanted) => {
  const other = answer('GET /users/7', { ...told, sent: { 'X-Request-Id': 'seven77' } });
  expect(blamed('held row', 'GET /users/7', { body: row }, other)).toEqual(wanted);
});
