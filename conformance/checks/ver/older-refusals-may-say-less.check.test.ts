import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { olderRefusalsMaySayLess } from './older-refusals-may-say-less.check.ts';

const refused = (error: object, id: string | null = null) =>
  answer('GET /orders/1', { status: 404, body: { error }, headers: { 'X-Request-Id': id } });
const OURS = { strict: true };

test.each([
  ['its code alone', refused({ code: 'NOT_FOUND' }), OURS, 'pass'],
  ['all four', refused({ code: 'NOT_FOUND', message: 'no', requestId: 'r-1', retryable: false }, 'r-1'), {}, 'pass'],
  ['its id too early', refused({ code: 'NOT_FOUND', requestId: 'r-1' }), OURS, 'violated'],
  ['a header too early', refused({ code: 'NOT_FOUND' }, 'r-1'), OURS, 'violated'],
  ['no code', refused({ message: 'no' }), {}, 'violated'],
  ['retryable in words', refused({ code: 'NOT_FOUND', retryable: 'no' }), {}, 'violated'],
  ['that it is served', answer('GET /orders/1', { status: 200, body: {} }), {}, 'violated'],
])('a refusal that says %s', (_, sample, target, verdict) => {
  const history = historyOf({ refused: sample }, { rest: '0.11.4', ...target });
  expect(judged(olderRefusalsMaySayLess, history).verdict).toBe(verdict);
});
