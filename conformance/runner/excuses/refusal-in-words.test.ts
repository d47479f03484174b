import { expect, test } from 'vitest';
import { answer, historyOf, unanswered } from '../../testing/sample-history.ts';
import { allOf, blaming, inconclusive, notExercised, pass, violated } from '../judgement.ts';
import { namingTheRefusal, refusalInWords } from './refusal-in-words.ts';

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
