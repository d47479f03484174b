import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { answer, historyOf } from '../../testing/sample-history.ts';
import { capabilitiesOfACredential } from './capabilities-of-a-credential.check.ts';

const POST = 'POST /credentials';
const taken = answer(POST, { status: 201, position: 9, body: { credentialId: 7 } });
const denied = (of: object = {}) => answer(POST, { status: 403, code: 'CAPABILITY_DENIED', position: 9, ...of });
const door = answer(POST, { status: 400, code: 'MALFORMED_REQUEST' });
const LABELS = ['trader proposes', 'approver proposes', 'trader approves'];
const GOOD: Record<string, Sample> = {
  proposed: taken,
  ...Object.fromEntries(LABELS.map((label) => [label, denied()])),
};

test.each<[string, Record<string, Sample>, string, string]>([
  ['denied', {}, 'pass', 'pass'],
  ['an approver proposes', { 'approver proposes': taken }, 'violated', 'violated'],
  ['anyone proposes', { 'trader proposes': taken }, 'violated', 'violated'],
  ['anyone approves', { 'trader approves': taken }, 'violated', 'violated'],
  ['another code', { 'trader approves': denied({ code: 'SELF_APPROVAL' }) }, 'violated', 'violated'],
  ['not recorded', { 'trader proposes': denied({ position: undefined }) }, 'violated', 'violated'],
  ['an arm of another body', { 'trader approves': door }, 'inconclusive', 'violated'],
  ['no credential is taken', { proposed: door }, 'inconclusive', 'inconclusive'],
])('%s', (_, changed, deployed, strict) => {
  const verdicts = [false, true].map(
    (is) => judged(capabilitiesOfACredential, historyOf({ ...GOOD, ...changed }, { strict: is })).verdict,
  );
  expect(verdicts).toEqual([deployed, strict]);
});

test('no venue of family A: nothing to judge', () => {
  expect(judged(capabilitiesOfACredential, historyOf({})).verdict).toBe('inconclusive');
});
