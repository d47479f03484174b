/** What ran side by side is judged as what ran alone; `npm run soak lanes` does the same over ten seeds. */
import { expect, test } from 'vitest';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import { differences, judgedInLanes } from './suite/judged-in-lanes.ts';

test('a run has the same verdicts with 1, 4 and 16 lanes', { timeout: 300_000 }, async () => {
  const checks = await loadChecks();
  const judged = (lanes: number) => judgedInLanes(checks, { lanes, depth: 'quick', seed: 1, destructive: false });
  const [alone, four, sixteen] = [await judged(1), await judged(4), await judged(16)];
  expect(alone.summary.fail).toBe(0);
  expect(alone.summary.pass).toBeGreaterThan(150);
  expect(differences(alone, four)).toEqual([]);
  expect(differences(alone, sixteen)).toEqual([]);
});
