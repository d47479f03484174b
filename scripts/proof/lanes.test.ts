/** Checks that run in parallel have the verdicts of checks that run alone: a run with 16 lanes stands for those with fewer. */
import { expect, test } from 'vitest';
import type { Check } from '../../conformance/runner/check.ts';
import { DEPTHS } from '../../conformance/runner/plan/depths.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import type { RunRecord } from '../../conformance/runner/record/run-record.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { fastStopwatch } from './suite/fast-stopwatch.ts';
import { judgedByProfile, SEED } from './suite/judged-by-profile.ts';

/** The speed of the sandbox's and the suite's clocks, so that waits are shorter. */
const RATE = 10;
const TIMEOUT_MS = 10_000;

/** A run of depth normal on a sandbox without its control plane, with this many checks in parallel. */
async function judged(checks: readonly Check[], lanes: number): Promise<RunRecord> {
  await using sandbox = await startSandbox({ clock: { rate: RATE }, seed: SEED });
  const { control: _, strict: __, ...profile } = sandbox.profile;
  const pace = { timeoutMs: TIMEOUT_MS * RATE, requestsPerSecond: 10_000, requestsAtOnce: lanes };
  return await judgedByProfile({ ...profile, limits: { ...pace, writes: true, destructive: true } }, checks, {
    resetBetweenChecks: false,
    checkLimitMs: 60_000 * RATE,
    requests: DEPTHS.normal,
    stopwatch: fastStopwatch(RATE),
  });
}

/** The verdicts that a difference would show, for requirements and checks. */
function verdictsOf({ requirements, checks }: RunRecord) {
  return [...requirements, ...checks].map(({ id, verdict }) => `${id} ${verdict}`);
}

test('a run has the same verdicts with 1 and 16 lanes', { timeout: 300_000 }, async () => {
  const checks = await loadChecks();
  // Run all at once: they mostly wait.
  const [alone, sixteen] = await Promise.all([judged(checks, 1), judged(checks, 16)]);
  expect(alone.summary.fail).toBe(0);
  expect(alone.summary.pass).toBeGreaterThan(150);
  expect(verdictsOf(sixteen)).toEqual(verdictsOf(alone));
});
