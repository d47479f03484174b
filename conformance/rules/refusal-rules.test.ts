import { expect, test } from 'vitest';
import { pathOf } from '../member/exchange/exchange.ts';
import { unlessBusy } from '../runner/excuses/excused.ts';
import { type AnswerOptions, answer, BUSY, historyOf } from '../testing/sample-history.ts';
import { hasTheEnvelope, isSpentFor, refusedAlike, replaysTheRefusal } from './refusal-rules.ts';
import { promisesItsOperation } from './row-rules.ts';

const REFUSAL = { status: 422, code: 'TICK_SIZE_VIOLATION', position: 8 };
const NOT_FOUND = { status: 404, code: 'NOT_FOUND', position: 9, asOf: 5 };

const two = (line: string, first: AnswerOptions, second: AnswerOptions, strict = false) =>
  historyOf({ first: answer(line, first), second: answer(line, second) }, { strict });

test.each<[string, AnswerOptions, string]>([
  ['replayed', { ...REFUSAL, replay: true }, 'pass'],
  ['without the replay header', REFUSAL, 'violated'],
  ['of another fact', { ...REFUSAL, position: 9, replay: true }, 'violated'],
  ['a fresh order instead', { status: 201, position: 9 }, 'violated'],
  ['busy', BUSY, 'inconclusive'],
])('a retry of a recorded refusal: %s', (_, retried, verdict) => {
  const history = two('POST /orders', REFUSAL, retried);
  expect(unlessBusy(replaysTheRefusal(history.one('first'), history.one('second'))).verdict).toBe(verdict);
});

test.each<[string, AnswerOptions, readonly [deployed: boolean, strict: boolean]]>([
  ['the recorded refusal', { ...REFUSAL, replay: true }, [true, true]],
  ['a reused key', { status: 409, code: 'IDEMPOTENCY_KEY_REUSED' }, [true, false]],
  ['a fresh order', { status: 201, position: 9 }, [false, false]],
])('another request under a spent key gets %s', (_, other, spent) => {
  const isSpent = [false, true].map((strict) => {
    const history = two('POST /orders', REFUSAL, { ...other, sentBody: { price: '1' } }, strict);
    return isSpentFor(history, history.one('first'), history.one('second'));
  });
  expect(isSpent).toEqual(spent);
});

test.each<[string, AnswerOptions, AnswerOptions, string]>([
  ['equal', NOT_FOUND, NOT_FOUND, 'pass'],
  ['at another position', NOT_FOUND, { ...NOT_FOUND, position: 11, asOf: 6 }, 'pass'],
  ['equal but for the id', { ...NOT_FOUND, message: 'no row 99' }, { ...NOT_FOUND, message: 'no row 7' }, 'pass'],
  ['with another message', NOT_FOUND, { ...NOT_FOUND, message: 'row 7 is not yours' }, 'violated'],
  ['with another code', NOT_FOUND, { ...NOT_FOUND, code: 'FORBIDDEN' }, 'violated'],
  ['busy', BUSY, NOT_FOUND, 'inconclusive'],
])('refusals for an absent and a foreign row: %s', (_, absent, foreign, verdict) => {
  const history = historyOf({ absent: answer('GET /users/99', absent), foreign: answer('GET /users/7', foreign) });
  const judgement = refusedAlike(history.one('absent'), history.one('foreign'), (e) => pathOf(e).split('/')[2] ?? '');
  expect(unlessBusy(judgement).verdict).toBe(verdict);
});

test.each([
  ['its operation', '/operations/k', 'pass'],
  ['its operation below another address', 'https://gateway.example/trading/operations/k', 'pass'],
  ['the operation of another key', '/operations/another', 'violated'],
  ['no operation', null, 'violated'],
])('a 202 names %s', (_, Location, verdict) => {
  const history = historyOf({
    write: answer('POST /orders', { status: 202, key: 'k', headers: { Location }, body: {} }),
  });
  expect(promisesItsOperation(history.one('write')).verdict).toBe(verdict);
});

const ERROR = { code: 'NOT_FOUND', message: 'no such order', requestId: 'request-1', retryable: false };

test.each<[string, unknown, Readonly<Record<string, string>>, string]>([
  ['as published', { error: ERROR }, {}, 'pass'],
  ['with a newer member', { error: { ...ERROR, currentVersion: 3 } }, {}, 'pass'],
  ['as a problem type', { error: ERROR }, { 'Content-Type': 'application/problem+json' }, 'pass'],
  ['with an empty code', { error: { ...ERROR, code: '' } }, {}, 'violated'],
  ['without retryable', { error: { ...ERROR, retryable: undefined } }, {}, 'violated'],
  ['as text', { error: ERROR }, { 'Content-Type': 'text/plain' }, 'violated'],
])('the envelope of a refusal: %s', (_, body, headers, verdict) => {
  const history = historyOf({ refused: answer('GET /orders/1', { status: 404, body, headers }) });
  expect(hasTheEnvelope(history.one('refused')).verdict).toBe(verdict);
});
