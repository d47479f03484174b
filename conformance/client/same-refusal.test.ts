import { expect, test } from 'vitest';
import type { AnswerOptions } from '../testing/sample-history.ts';
import { answer, historyOf } from '../testing/sample-history.ts';
import { pathOf } from './exchange.ts';
import { sameRefusal } from './same-refusal.ts';

const REFUSAL = { status: 404, code: 'NOT_FOUND', position: 9 } as const;
const id = (e: Parameters<typeof pathOf>[0]) => pathOf(e).slice('/orders/'.length);

test.each<[string, Partial<AnswerOptions>, boolean]>([
  ['at a later position', { position: 10 }, true],
  ['words that repeat the id', { message: 'no order 500' }, true],
  ['words that repeat the request', { message: 'no order 500', headers: { 'X-Request-Id': 'no order' } }, false],
  ['a line of the way', { message: 'no order 500', headers: { 'Set-Cookie': 'lane=7', Age: '1' } }, true],
  ['another line', { message: 'no order 500', headers: { ETag: '"3"' } }, false],
  ['other words', { message: 'not your order 500' }, false],
  ['another code', { message: 'no order 500', code: 'NOT_YOURS' }, false],
  ['retryable', { message: 'no order 500', retryable: true }, false],
])('%s', (_, over, same) => {
  const history = historyOf([
    answer('GET /orders/499', { ...REFUSAL, message: 'no order 499' }),
    answer('GET /orders/500', { ...REFUSAL, message: 'no order 500', ...over }),
  ]);
  const [unheld, foreign] = history.answered;
  if (unheld === undefined || foreign === undefined) throw new Error('two were made');
  expect(sameRefusal(unheld, foreign, id)).toBe(same);
});
