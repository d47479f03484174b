/** Checks that run in parallel have the verdicts of checks that run alone. `npm run soak lanes` tests it over ten seeds. */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { differences, judgedInLanes } from './suite/judged-in-lanes.ts';

test('a run has the same verdicts with 1, 4 and 16 lanes', { timeout: 300_000 }, async () => {
  const checks = await loadChecks();
  const judged = (lanes: number) => judgedInLanes(checks, { lanes, depth: 'normal', seed: 1, destructive: true });
  // Run all at once: they mostly wait.
  const [alone, four, sixteen] = await Promise.all([judged(1), judged(4), judged(16)]);
  expect(alone.summary.fail).toBe(0);
  expect(alone.summary.pass).toBeGreaterThan(150);
  expect(differences(alone, four)).toEqual([]);
  expect(differences(alone, sixteen)).toEqual([]);
});
