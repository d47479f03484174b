import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { intakeRate } from './intake-rate.check.ts';

const POST = 'POST /credentials';
const denied = (of: object = {}) => answer(POST, { status: 403, code: 'CAPABILITY_DENIED', position: 9, ...of });
const limited = (of: object = {}) =>
  answer(POST, { status: 429, code: 'RATE_LIMITED', retryable: true, headers: { 'Retry-After': '40' }, ...of });
const GOOD = { proposed: [denied(), limited()], 'a minute later': denied() };

test.each<[string, Record<string, Sample | readonly Sample[]>, string]>([
  ['limited', {}, 'pass'],
  ['another status', { proposed: [limited({ status: 503 })] }, 'violated'],
  ['no Retry-After', { proposed: [limited({ headers: {} })] }, 'violated'],
  ['recorded', { proposed: [limited({ position: 9 })] }, 'violated'],
  ['limited for good', { 'a minute later': limited() }, 'violated'],
  ['the key is spent', { 'a minute later': denied({ replay: true }) }, 'violated'],
  ['never limited', { proposed: [denied()] }, 'inconclusive'],
])('%s', (_, changed, verdict) => {
  expect(judged(intakeRate, historyOf({ ...GOOD, ...changed })).verdict).toBe(verdict);
});
