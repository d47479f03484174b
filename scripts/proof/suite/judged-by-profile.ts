/** The whole suite, or some of its checks, against whatever a profile leads to: as `touchstone check` runs it, in this process. */

import { type LoadedProfile, profileOf } from '../../../conformance/member/profile/read-profile.ts';
import { type Transport, transportTo } from '../../../conformance/member/sending/transport.ts';
import { connect, type Target } from '../../../conformance/member/target.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import type { DepthName } from '../../../conformance/runner/plan/depths.ts';
import { plan } from '../../../conformance/runner/plan/plan.ts';
import { planRun } from '../../../conformance/runner/plan/run-plan.ts';
import type { HistoryRecorder } from '../../../conformance/runner/record/recorded-history.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { passesWithoutCase } from '../../../conformance/runner/record/verdict.ts';
import { freshKeys, runId } from '../../../conformance/runner/run/fresh-keys.ts';
import { run } from '../../../conformance/runner/run/run.ts';
import { reachOf } from '../../../conformance/runner/run/run-check.ts';
import { type Stopwatch, startStopwatch } from '../../../conformance/runner/stopwatch.ts';

/** Of the run, and of the sandbox that it is made against. */
export const SEED = 1;

export interface Judging {
  /** Each check in a world that is reset before it; else in one world as it goes on. */
  readonly resetBetweenChecks: boolean;
  /** Of each check with generated inputs; as many as the check asks for where absent. */
  readonly runs?: number | undefined;
  /** Of one check; a minute unless stated. */
  readonly checkLimitMs?: number | undefined;
  /** In place of connections over the network. */
  readonly ways?: Required<Pick<LoadedProfile, 'dial' | 'transport'>> | undefined;
  /** Around the way to the member: to record what goes over it. */
  readonly through?: (transport: Transport) => Transport;
  /** Records all that is driven, to be judged again. */
  readonly recorder?: HistoryRecorder;
  /** The budget of the run; absent: none. */
  readonly depth?: DepthName | undefined;
  /** Of the cases that the budget takes; absent: that of the run. */
  readonly planSeed?: number | undefined;
  /** The checks that are judged, of those that the plan is made of; absent: all. */
  readonly isJudged?: ((check: Check) => boolean) | undefined;
  /** The machine's time unless stated. */
  readonly stopwatch?: Stopwatch;
}

export async function judgedByProfile(
  profile: unknown,
  checks: readonly Check[],
  {
    resetBetweenChecks,
    runs,
    checkLimitMs,
    ways,
    through,
    recorder,
    depth,
    planSeed = SEED,
    isJudged,
    stopwatch = startStopwatch(),
  }: Judging,
): Promise<RunRecord> {
  const freshKey = freshKeys(SEED, stopwatch.startedAtMs);
  const loaded: LoadedProfile = { ...profileOf(profile, 'the sandbox'), ...ways };
  const transport = through?.(transportTo(loaded, loaded.profile.baseUrl, stopwatch));
  const id = runId(`${SEED} ${stopwatch.startedAtMs}`);
  const options = { stopwatch, freshKey, userAgent: 'touchstone', run: id, ...(transport && { transport }) };
  const target = await connect(loaded, options);
  try {
    const selection = { select: [], requirements: [], readOnly: false };
    const planned = plannedOf(checks, target, { depth, seed: planSeed, isOwn: resetBetweenChecks });
    const running = {
      checks: planned.checks.filter((check) => isJudged?.(check) ?? true),
      casesOf: planned.casesOf,
      target,
      selection,
      stopwatch,
      freshKey,
      seed: SEED,
      version: '0',
    };
    const record = await run({ ...running, resetBetweenChecks, runs, checkLimitMs, recorder });
    const empty = passesWithoutCase(record);
    if (empty.length > 0) throw new Error(`requirements that pass without a case: ${empty.join(', ')}`);
    return record;
  } finally {
    await target.close();
  }
}

/** The checks that a plan of this depth takes, shortened to its runs, and the cases of each. */
function plannedOf(
  checks: readonly Check[],
  target: Target,
  { depth, seed, isOwn }: { readonly depth: DepthName | undefined; readonly seed: number; readonly isOwn: boolean },
) {
  if (depth === undefined) return { checks, casesOf: () => undefined };
  const { profile, facts, clockMode } = target;
  const selected = plan(checks, { select: [], requirements: [], readOnly: false }, profile, facts, clockMode);
  const taken = planRun(selected, profile, reachOf(target), { isOwn, depth, seed }).checks;
  const cases = new Map(taken.map((one) => [one.check.id, one.cases]));
  return {
    checks: taken.map(
      ({ check, runs }): Check =>
        // A run that a budget shortens looks for no further states.
        runs === undefined ? check : { ...check, runs, sharedRuns: runs, mustReach: undefined },
    ),
    casesOf: ({ id }: Check) => cases.get(id),
  };
}
