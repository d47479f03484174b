import { expect, test } from 'vitest';
import type { AnswerOptions } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { pathOf } from './exchange.ts';
import { sameRefusal } from './same-refusal.ts';

const REFUSAL = { status: 404, code: 'NOT_FOUND', position: 9 } as const;
const id = (e: Parameters<typeof pathOf>[0]) => pathOf(e).slice('/orders/'.length);

test.each<[string, Partial<AnswerOptions>, boolean]>([
  ['at a later position', { position: 10 }, true],
  ['a message that repeats the id', { message: 'no order 500' }, true],
  [
    'a request id that matches words of the message',
    { message: 'no order 500', headers: { 'X-Request-Id': 'no order' } },
    false,
  ],
  [
    'another header of the connection',
    { message: 'no order 500', headers: { 'Set-Cookie': 'lane=7', Age: '1' } },
    true,
  ],
  ['a header of a trace', { message: 'no order 500', headers: { Traceresponse: '00-1' } }, true],
  ['another header', { message: 'no order 500', headers: { ETag: '"3"' } }, false],
  ['another message', { message: 'not your order 500' }, false],
  ['another code', { message: 'no order 500', code: 'NOT_YOURS' }, false],
  ['another value of retryable', { message: 'no order 500', retryable: true }, false],
])('%s', (_, over, same) => {
  const history = historyOf([
    answer('GET /orders/499', { ...REFUSAL, message: 'no order 499' }),
    answer('GET /orders/500', { ...REFUSAL, message: 'no order 500', ...over }),
  ]);
  const [unheld, foreign] = history.answered;
  if (unheld === undefined || foreign === undefined) throw new Error('two were made');
  expect(sameRefusal(unheld, foreign, id)).toBe(same);
});
