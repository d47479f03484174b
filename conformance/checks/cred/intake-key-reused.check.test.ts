import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { intakeKeyReused } from './intake-key-reused.check.ts';

const POST = 'POST /credentials';
const reused = (of: object = {}) => answer(POST, { status: 409, code: 'INTAKE_KEY_REUSED', ...of });
const taken = answer(POST, { status: 201, position: 9, body: { credentialId: 7 } });
const GOOD = {
  'not taken': answer(POST, { status: 503, code: 'OWNER_ABSENT' }),
  'other material': reused(),
  'the same material': taken,
};

test.each<[string, Record<string, Sample>, string, string]>([
  ['reused', GOOD, 'pass', 'pass'],
  ['by the other name', { ...GOOD, 'other material': reused({ code: 'IDEMPOTENCY_KEY_REUSED' }) }, 'pass', 'violated'],
  ['another status', { ...GOOD, 'other material': reused({ status: 422 }) }, 'violated', 'violated'],
  ['recorded', { ...GOOD, 'other material': reused({ position: 9 }) }, 'violated', 'violated'],
  ['taken', { ...GOOD, 'other material': taken }, 'violated', 'violated'],
  ['the key is spent', { ...GOOD, 'the same material': reused() }, 'violated', 'violated'],
  ['taken at once', { ...GOOD, 'not taken': taken }, 'inconclusive', 'inconclusive'],
  ['no such venue', {}, 'inconclusive', 'inconclusive'],
])('%s', (_, samples, deployed, strict) => {
  const verdicts = [false, true].map((is) => judged(intakeKeyReused, historyOf(samples, { strict: is })).verdict);
  expect(verdicts).toEqual([deployed, strict]);
});
