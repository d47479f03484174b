import { expect, test } from 'vitest';
import { judged } from '../../testing/judges.ts';
import type { Sample } from '../../testing/sample-history.ts';
import { historyOf } from '../../testing/sample-history.ts';
import { MOVED_POLICY, policyRow, policyWrite } from './sample-moved-policy.ts';
import { staleArm } from './stale-arm.check.ts';

test.each<[string, Record<string, Sample>, string]>([
  ['is refused', {}, 'pass'],
  ['is refused at the door', { stale: policyWrite(412, 0) }, 'pass'],
  ['is taken', { stale: policyWrite(200, 13) }, 'violated'],
  ['is a conflict of another status', { stale: policyWrite(409, 13) }, 'violated'],
  ['is refused and moves the row', { 'row 3': policyRow(3, { position: 13 }) }, 'violated'],
  ['is refused, and the row read too early', { 'row 3': policyRow(1) }, 'inconclusive'],
  ['is not taken either way', { stale: policyWrite(400, 0), moved: policyWrite(400, 0) }, 'not-exercised'],
])('%s', (_, over, verdict) => {
  expect(judged(staleArm, historyOf({ ...MOVED_POLICY, ...over })).verdict).toBe(verdict);
});

test('no policy of its own', () => {
  expect(judged(staleArm, historyOf({})).verdict).toBe('not-exercised');
});
