import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { ceilingIsRecorded } from './ceiling-is-recorded.check.ts';

const taken = answer('POST /orders', { status: 201, position: 9 });
const ceiling = (of: object = {}) =>
  answer('POST /orders', {
    status: 429,
    code: 'RATE_CEILING',
    position: 9,
    headers: { 'Retry-After': '60' },
    ...of,
  });

const GOOD = {
  submitted: [taken, taken, ceiling()],
  again: ceiling({ replay: true }),
  'a minute later': ceiling({ replay: true }),
  'under a fresh key': taken,
};

test.each<[string, Record<string, Sample | readonly Sample[]>, string]>([
  ['recorded', {}, 'pass'],
  ['another status', { submitted: [ceiling({ status: 422 })] }, 'violated'],
  ['retryable', { submitted: [ceiling({ retryable: true })] }, 'violated'],
  ['no position', { submitted: [ceiling({ position: undefined })] }, 'violated'],
  ['no Retry-After', { submitted: [ceiling({ headers: {} })] }, 'violated'],
  ['judged anew', { again: ceiling({ position: 10 }) }, 'violated'],
  ['judged anew a minute later', { 'a minute later': taken }, 'violated'],
  ['a ceiling for good', { 'under a fresh key': ceiling({ position: 12 }) }, 'violated'],
  ['no ceiling', { submitted: [taken, taken] }, 'not-exercised'],
])('%s', (_, changed, verdict) => {
  expect(judged(ceilingIsRecorded, historyOf({ ...GOOD, ...changed })).verdict).toBe(verdict);
});
