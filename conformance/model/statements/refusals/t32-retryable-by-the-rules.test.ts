import { expect, test } from 'vitest';
import { answer } from '../../../testing/sample-history.ts';
import { judged, refusedByOwner } from '../../../testing/sample-story.ts';
import { retryableByTheRules } from './t32-retryable-by-the-rules.ts';

const busy = (retryable: boolean) => answer('POST /orders', { status: 429, code: 'INBOX_FULL', retryable, key: 'k' });

test.each([
  ['a busy member may be asked again', [busy(true)], {}, 'pass'],
  ['a busy member says that it may not', [busy(false)], {}, 'violated'],
  ['what is recorded is final', [refusedByOwner('a', 2)], {}, 'pass'],
  ['what is recorded may be asked again', [refusedByOwner('a', 2, { retryable: true })], {}, 'violated'],
  ['nothing said before there was a word for it', [busy(false)], { rest: '0.11.4' }, 'pass'],
])('%s', (_, samples, target, verdict) => expect(judged(retryableByTheRules, samples, target)).toBe(verdict));
