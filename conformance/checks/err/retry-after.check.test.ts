import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { retryAfter } from './retry-after.check.ts';

const full = (RetryAfter: string | null, status = 429) =>
  answer('POST /orders', { status, code: 'X', retryable: true, headers: { 'Retry-After': RetryAfter } });

test.each([
  ['seconds', full('1'), 'pass'],
  ['at once', full('0', 503), 'pass'],
  ['a date', full('Mon, 05 Jan 2026 00:00:01 GMT', 503), 'pass'],
  ['none on a 429', full(null), 'violated'],
  ['none on a 503', full(null, 503), 'violated'],
  ['a fraction', full('0.5'), 'violated'],
  ['below zero', full('-1'), 'violated'],
  ['words', full('soon'), 'violated'],
  ['an hour', full('3600'), 'pass'],
  ['a day', full('86400'), 'violated'],
  ['no such answer', answer('POST /orders', { status: 422, code: 'X' }), 'inconclusive'],
])('%s', (_, answered, verdict) => {
  expect(judged(retryAfter, historyOf([answered])).verdict).toBe(verdict);
});
