import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { notServingIsRetryable } from './not-serving-is-retryable.check.ts';

test.each([
  ['retryable', { status: 503, code: 'NOT_SERVING', retryable: true }, 'pass'],
  ['final', { status: 503, code: 'NOT_SERVING', retryable: false }, 'violated'],
  ['a 202 that leads nowhere', { status: 202 }, 'inconclusive'],
  ['another status', { status: 500, code: 'NOT_SERVING', retryable: true }, 'violated'],
  ['another code', { status: 503, code: 'OWNER_ABSENT', retryable: true }, 'inconclusive'],
])('%s', (_, came, verdict) => {
  expect(judged(notServingIsRetryable, historyOf({ held: answer('POST /orders', came) })).verdict).toBe(verdict);
});
