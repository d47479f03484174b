import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { refusalHasAMessage } from './refusal-has-a-message.check.ts';

const saying = (message: unknown) =>
  answer('GET /orders/1', { status: 404, body: { error: { code: 'NOT_FOUND', message } } });

test.each([
  ['words', 'no such order', 'pass'],
  ['none', undefined, 'violated'],
  ['an empty one', '', 'violated'],
  ['a number', 404, 'violated'],
  ['null', null, 'violated'],
])('%s', (_, message, verdict) => {
  const history = historyOf([answer('GET /me', { status: 200 }), saying('x'), saying(message)]);
  expect(judged(refusalHasAMessage, history).verdict).toBe(verdict);
});
