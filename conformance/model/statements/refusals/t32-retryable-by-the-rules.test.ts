import { expect, test } from 'vitest';
import { answer } from '../../../testing/sample-history.ts';
import { judged, refusedByOwner } from '../../../testing/sample-story.ts';
import { retryableByTheRules } from './t32-retryable-by-the-rules.ts';

const busy = (retryable: boolean) => answer('POST /orders', { status: 429, code: 'INBOX_FULL', retryable, key: 'k' });

test.each([
  ["a busy member's refusal is retryable", [busy(true)], {}, 'pass'],
  ["a busy member's refusal is not retryable", [busy(false)], {}, 'violated'],
  ['a recorded refusal is not retryable', [refusedByOwner('a', 2)], {}, 'pass'],
  ['a recorded refusal is retryable', [refusedByOwner('a', 2, { retryable: true })], {}, 'violated'],
  ['no retryable before 0.12.0', [busy(false)], { rest: '0.11.4' }, 'pass'],
])('%s', (_, samples, target, verdict) => expect(judged(retryableByTheRules, samples, target)).toBe(verdict));
