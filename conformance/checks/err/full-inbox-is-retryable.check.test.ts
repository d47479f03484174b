import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { fullInboxIsRetryable } from './full-inbox-is-retryable.check.ts';

test.each([
  ['true', { status: 429, code: 'INBOX_FULL', retryable: true }, 'pass'],
  ['false', { status: 429, code: 'INBOX_FULL', retryable: false }, 'violated'],
  ['an unknown code, false', { status: 429, code: 'A_NEWER_ONE', retryable: false }, 'violated'],
  ['not refused', { status: 422, code: 'TICK_SIZE_VIOLATION', position: 7 }, 'inconclusive'],
])('%s', (_, came, verdict) => {
  expect(judged(fullInboxIsRetryable, historyOf({ refused: answer('POST /orders', came) })).verdict).toBe(verdict);
});
