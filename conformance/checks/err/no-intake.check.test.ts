import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { noIntake } from './no-intake.check.ts';

const POST = 'POST /credentials';
const stored = answer(POST, { status: 201, position: 9, body: { credentialId: 7 } });
const without = (of: object = {}) =>
  answer(POST, { status: 503, code: 'INTAKE_UNAVAILABLE', headers: { 'Retry-After': '1' }, ...of });
const GOOD = { stored, 'not stored': without() };

test.each<[string, Record<string, Sample>, string]>([
  ['for good', GOOD, 'pass'],
  ['for a while', { ...GOOD, 'not stored': without({ retryable: true }) }, 'violated'],
  ['taken', { ...GOOD, 'not stored': stored }, 'violated'],
  ['another code', { ...GOOD, 'not stored': without({ code: 'NOT_SERVING' }) }, 'violated'],
  ['busy', { ...GOOD, 'not stored': without({ code: 'NOT_SERVING', retryable: true }) }, 'inconclusive'],
  ['another status', { ...GOOD, 'not stored': without({ status: 500 }) }, 'violated'],
  ['recorded', { ...GOOD, 'not stored': without({ position: 9 }) }, 'violated'],
  ['not taken before', { ...GOOD, stored: answer(POST, { status: 400, code: 'ANY' }) }, 'inconclusive'],
  ['no such venue', {}, 'inconclusive'],
])('%s', (_, samples, verdict) => {
  expect(judged(noIntake, historyOf(samples)).verdict).toBe(verdict);
});
