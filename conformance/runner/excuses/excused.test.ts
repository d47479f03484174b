import { describe, expect, test } from 'vitest';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf, unanswered } from '../../testing/sample-history.ts';
import { expects } from '../expectation.ts';
import type { History } from '../history.ts';
import type { Judgement } from '../judgement.ts';
import { allOf, blaming, differs, inconclusive, notExercised, pass, violated } from '../judgement.ts';
import { excused } from './excused.ts';
import { foreignRow } from './foreign-row.ts';
import { namingTheRefusal, refusalInWords } from './refusal-in-words.ts';

const verdictOf = (judgement: Judgement, history: History) => excused(judgement, history).verdict;

describe('of the answers of a violation and of a difference, the last of which breaks it', () => {
  const busy = { status: 503, code: 'NOT_PRIMED', headers: { 'Retry-After': '1' } };
  const history = historyOf({
    busy: answer('GET /orders', { ...busy, retryable: true }),
    wrong: answer('GET /orders', { ...busy, retryable: false }),
    good: answer('GET /orders', { status: 200, body: {} }),
  });
  test.each([
    [['good', 'busy'], 'inconclusive', 'inconclusive'],
    [['busy', 'good'], 'violated', 'inconclusive'],
    [['wrong', 'good'], 'violated', 'violated'],
    [['good', 'good'], 'violated', 'violated'],
  ] as const)('%j', (labels, ofTheBreaking, ofAny) => {
    const seen = labels.map((label) => history.one(label));
    const verdicts = [violated('x', ...seen), differs('x', ...seen)].map((one) => verdictOf(one, history));
    expect(verdicts).toEqual([ofTheBreaking, ofAny]);
  });
});

describe('after a write at position 9', () => {
  const halted = answer('POST /algos/halt', { status: 200, position: 9, sentAtMs: 1, answeredAtMs: 2 });
  const read = (position: number | undefined, sentAtMs = 3) =>
    answer('GET /algos/instances/1', { status: 200, sentAtMs, ...(position !== undefined && { position }) });
  test.each<[string, Sample, boolean, Judgement['verdict']]>([
    ['a read from before it', read(8), false, 'inconclusive'],
    ['a read from before it, of a single member that promises its own writes', read(8), true, 'violated'],
    ['a read at it', read(9), false, 'violated'],
    ['a read from after it', read(10), false, 'violated'],
    ['a read that was sent before it was answered', read(8, 1), false, 'violated'],
    ['an answer that reflects no state', read(undefined), false, 'violated'],
    ['another write', answer('POST /algos/halt', { status: 500, position: 3 }), false, 'violated'],
  ])('%s', (_, seen, strict, verdict) => {
    const history = historyOf({ halted, seen }, { singleMember: true, strict });
    expect(verdictOf(violated('stopped', history.one('halted'), history.one('seen')), history)).toBe(verdict);
  });
});

describe('a 202 in place of', () => {
  const history = historyOf({
    promised: answer('POST /orders', { status: 202, key: 'k' }),
    taken: answer('POST /orders', { status: 201, key: 'k' }),
    read: answer('GET /orders', { status: 202 }),
    refused: answer('POST /orders', { status: 400, key: 'k' }),
  });
  const [promised, refused] = [history.one('promised'), history.one('refused')];
  const unknown = { status: 404, code: 'ROUTE_NOT_FOUND' } as const;
  // biome-ignore format: an aligned table
  test.each([
    ["an owner's answer",                     expects(promised, { status: 201 }),                                      'inconclusive'],
    ["an owner's refusal",                    expects(promised, { status: 422, position: 'present' }),                 'inconclusive'],
    ['a refusal of the door',                 expects(promised, { status: 400 }),                                      'violated'],
    ['a refusal that names no position',      expects(promised, { status: 422, position: 'absent' }),                  'violated'],
    ['an unknown route',                      expects(promised, unknown),                                              'violated'],
    ['an answer that is compared',            violated('the same', promised, history.one('taken')),                    'inconclusive'],
    ['a read',                                violated('200', history.one('read')),                                    'violated'],
    ['a write that was answered',             violated('422', history.one('taken')),                                   'violated'],
    ['a refusal of the door that follows it', expects({ ...refused, settling: [promised, refused] }, { status: 400 }), 'violated'],
    ['nothing',                               expects(refused, { status: 400 }),                                       'pass'],
  ])('%s', (_, judgement, verdict) => expect(verdictOf(judgement, history)).toBe(verdict));
});

describe('in a deploy window', () => {
  const of = (window?: readonly [string, string]) =>
    historyOf({ one: answer('GET /a', { status: 200 }), other: answer('GET /a', { status: 404 }) }, {
      window,
    } as object);
  const history = of(['0.12.0', '0.13.0']);
  const differ = violated('the same answer', history.one('one'), history.one('other'));
  const alone = violated('a row', history.one('other'));

  test.each([
    ['two answers that differ prove nothing', differ, history, 'inconclusive'],
    ['a violation by one answer alone stays a violation', alone, history, 'violated'],
    ['and outside of it, two answers are compared', differ, of(), 'violated'],
    ['a pass stays a pass', pass, history, 'pass'],
  ])('%s', (_, judgement, seen, verdict) => expect(verdictOf(judgement, seen)).toBe(verdict));

  test('each claim is inconclusive by itself', () => {
    const judged = excused(allOf(blaming(differ, 'RID-01'), blaming(alone, 'RID-02')), history);
    expect(judged).toMatchObject({ verdict: 'violated', about: ['RID-02'] });
  });
});

test.each([
  [[], undefined],
  [
    [{ what: '429 text/html, server nginx', count: 37 }],
    '37 answers did not come from the member: 429 text/html, server nginx. Lower limits.requestsPerSecond.',
  ],
  [
    [
      { what: '413 empty', count: 3 },
      { what: '502 empty', count: 2 },
      { what: '503 empty', count: 1 },
    ],
    '6 answers did not come from the member: 3 times 413 empty; 2 times 502 empty; 1 times 503 empty. ' +
      'The proxy has a lower limit of bodies than the member: raise it to 3 MB (nginx: client_max_body_size 3m), so that the member itself refuses. ' +
      'The proxy lost the member that it leads to: look whether that was restarting.',
  ],
  [[{ what: '418 empty', count: 1 }], '1 answer did not come from the member: 418 empty.'],
])('answers of others are reported once, with what to do for each kind', (answers, sentence) =>
  expect(foreignRow(answers).foreign?.sentence).toBe(sentence),
);

const message = `qty: ${'is no multiple of the step '.repeat(20)}`;
const { exchanges } = historyOf({
  early: answer('GET /me', { status: 401, code: 'UNAUTHENTICATED' }),
  refused: answer('POST /orders', {
    status: 422,
    code: 'INVALID_FIELD',
    body: { error: { code: 'INVALID_FIELD', message } },
  }),
  read: answer('GET /orders', { status: 200, body: {} }),
});
const WORDS = `POST /orders by trader answered 422 INVALID_FIELD ${JSON.stringify(message)}`;

test('a refusal is named by its request, status, code and whole message', () => {
  expect(exchanges.map(refusalInWords)[1]).toBe(WORDS);
  expect(refusalInWords(unanswered('GET /me')(1, null))).toBe('GET /me by trader gave no answer (timeout)');
});

test.each([
  ['inconclusive', inconclusive('the order was not accepted')],
  ['not exercised', notExercised('the order was not accepted')],
])('a reason without an answer ends with the last refusal: %s', (_, judgement) => {
  const why = `the order was not accepted (last refusal: ${WORDS})`;
  expect(namingTheRefusal(judgement, exchanges)).toEqual({ ...judgement, why });
});

test('each part of a judgement of several claims has its refusal', () => {
  const judgement = allOf(blaming(pass, 'RID-01'), blaming(inconclusive('no row'), 'RID-02'));
  expect(JSON.stringify(namingTheRefusal(judgement, exchanges))).toContain('no row (last refusal: POST /orders by');
});

test.each([
  ['a pass', pass],
  ['a violation', violated('x', ...exchanges)],
  ['a reason that already names an answer', inconclusive('busy: GET /me by trader answered 503')],
])('%s stays unchanged', (_, judgement) => expect(namingTheRefusal(judgement, exchanges)).toEqual(judgement));

test('nothing is added where nothing was refused', () =>
  expect(namingTheRefusal(inconclusive('none'), exchanges.slice(2))).toEqual(inconclusive('none')));
