/**
 * Judges one member like a deployed one: its profile names no control plane, and allows writes but nothing destructive. Each
 * wait of the suite advances its clock, so a check that waits for a token to expire takes no longer than another.
 */
import type { Target } from '../../../conformance/member/target.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import type { CheckRow } from '../../../conformance/runner/record/run-record.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { waysTo } from '../../api/ways-to-sandbox.ts';
import { SEED, targetBy } from './judged-by-profile.ts';
import { SteppedStopwatch } from './stepped-stopwatch.ts';

/** How long the suite waits for an answer, in real milliseconds. Frames of some known-bad members never arrive. */
const TIMEOUT_MS = { usual: 10_000, ofFrames: 2_000 } as const;
/** Milliseconds that pass between a write and the read after it. */
const REQUESTS_PER_SECOND = 1_000;
const PATIENCE_MS = 120_000;
const CHECK_LIMIT_MS = 600_000;

export interface DeployedMember {
  readonly target: Target;
  /** Judges one check by these cases, or so many runs; absent: all. */
  judge(check: Check, part?: Part): Promise<CheckRow>;
}

export interface Part {
  readonly cases?: readonly string[] | undefined;
  readonly runs?: number | undefined;
}

export async function onDeployedMember<T>(
  defects: readonly Defect[],
  act: (member: DeployedMember) => Promise<T>,
): Promise<T> {
  await using sandbox = await startSandbox({ clock: 'virtual', seed: SEED, defects, failed: () => {} });
  const { control: _, strict: __, ...deployed } = sandbox.profile;
  const identity = { ...deployed.identity, shortLived: { expires_in: '75' } };
  const isOfFrames = defects.some(({ breaks }) => breaks.some((id) => /^(WSS|MKT)/.test(id)));
  const timeoutMs = isOfFrames ? TIMEOUT_MS.ofFrames : TIMEOUT_MS.usual;
  // One at a time: the checks are judged one after another.
  const limits = { writes: true, timeoutMs, requestsPerSecond: REQUESTS_PER_SECOND, requestsAtOnce: 1 };
  const stopwatch = new SteppedStopwatch(sandbox.clock);
  const more = { ways: waysTo(sandbox), patienceMs: PATIENCE_MS };
  await using on = await targetBy({ ...deployed, identity, limits }, stopwatch, more);
  return await act({
    target: on.target,
    async judge(check, { cases, runs } = {}) {
      // A run that a budget shortens does not look for further states.
      const judged = runs === undefined ? check : { ...check, mustReach: undefined };
      const { checks } = await on.run([judged], { runs, casesOf: () => cases, checkLimitMs: CHECK_LIMIT_MS });
      const [row] = checks;
      if (row === undefined) throw new Error(`${check.id}: no row`);
      return row;
    },
  });
}
