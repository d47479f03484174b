import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { sentRequestIdIsEchoed } from './sent-request-id-is-echoed.check.ts';

test.each([
  ['the same on both', 'abcdefgh', 'abcdefgh', 'pass'],
  ['another on the answer', 'zzzzzzzz', 'abcdefgh', 'violated'],
  ['another on the refusal', 'abcdefgh', 'zzzzzzzz', 'violated'],
  ['cut short', 'abcdefg', 'abcdefgh', 'violated'],
  ['in other letters', 'ABCDEFGH', 'abcdefgh', 'violated'],
  ['none', null, 'abcdefgh', 'violated'],
])('%s', (_, onAnswer, onRefusal, verdict) => {
  const history = historyOf({
    answer: answer('GET /me', { status: 200, headers: { 'X-Request-Id': onAnswer } }),
    refusal: answer('GET /no-such-path', { status: 404, headers: { 'X-Request-Id': onRefusal } }),
  });
  expect(judged(sentRequestIdIsEchoed, history, 'abcdefgh').verdict).toBe(verdict);
});
