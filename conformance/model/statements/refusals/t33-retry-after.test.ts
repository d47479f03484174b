import { expect, test } from 'vitest';
import { answer } from '../../../testing/sample-history.ts';
import { judged } from '../../../testing/sample-story.ts';
import { retryAfter } from './t33-retry-after.ts';

const busy = (status: number, value: string | null) =>
  answer('POST /orders', { status, code: 'X', key: 'k', headers: { 'Retry-After': value } });

test.each([
  ['seconds', 429, '1', 'pass'],
  ['none to wait', 503, '0', 'pass'],
  ['a date', 503, 'Wed, 21 Oct 2026 07:28:00 GMT', 'pass'],
  ['nothing', 429, null, 'violated'],
  ['not a time', 503, 'soon', 'violated'],
  ['a negative time', 429, '-1', 'violated'],
  ['absent, on another status', 409, null, 'pass'],
])('%s', (_, status, value, verdict) => expect(judged(retryAfter, [busy(status, value)])).toBe(verdict));

test('nothing is required before 0.12.0', () => {
  expect(judged(retryAfter, [busy(429, null)], { rest: '0.11.4' })).toBe('pass');
});
