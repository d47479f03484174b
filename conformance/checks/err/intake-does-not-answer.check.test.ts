import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { intakeDoesNotAnswer } from './intake-does-not-answer.check.ts';

const POST = 'POST /credentials';
const stored = (of: object = {}) => answer(POST, { status: 201, position: 9, body: { credentialId: 7 }, ...of });
const away = (of: object = {}) =>
  answer(POST, {
    status: 503,
    code: 'INTAKE_UNAVAILABLE',
    retryable: true,
    headers: { 'Retry-After': '1' },
    ...of,
  });
const GOOD = { 'not stored': away(), again: stored() };

test.each<[string, Record<string, Sample>, string]>([
  ['for a while', GOOD, 'pass'],
  ['for good', { ...GOOD, 'not stored': away({ retryable: false }) }, 'violated'],
  ['another code', { ...GOOD, 'not stored': away({ code: 'RATE_CEILING' }) }, 'violated'],
  ['busy', { ...GOOD, 'not stored': away({ code: 'NOT_SERVING' }) }, 'inconclusive'],
  ['another status', { ...GOOD, 'not stored': away({ status: 500 }) }, 'violated'],
  ['recorded', { ...GOOD, 'not stored': away({ position: 9 }) }, 'violated'],
  ['the key is spent', { ...GOOD, again: away({ replay: true, status: 500 }) }, 'violated'],
  ['recorded, for all it said', { ...GOOD, again: stored({ replay: true }) }, 'violated'],
  ['no such venue', {}, 'inconclusive'],
])('%s', (_, samples, verdict) => {
  expect(judged(intakeDoesNotAnswer, historyOf(samples)).verdict).toBe(verdict);
});
