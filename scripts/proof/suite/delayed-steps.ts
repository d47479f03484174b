/** Drives checks of a valid member without a control plane, with a pause of the suite at one of its steps. */
import fc from 'fast-check';
import type { Check } from '../../../conformance/runner/check.ts';
import { plan } from '../../../conformance/runner/plan/plan.ts';
import { cancelOrders } from '../../../conformance/runner/run/cancel-orders.ts';
import { sessionFor } from '../../../conformance/runner/run/run-check.ts';
import { trial } from '../../../conformance/runner/run/trial.ts';
import type { Defect } from '../../../gateway/defects/defect.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { SEED, targetBy } from './judged-by-profile.ts';
import { type Delay, SteppedStopwatch } from './stepped-stopwatch.ts';

/** Each request or frame waits a millisecond first, so that each is a step. */
const REQUESTS_PER_SECOND = 1_000;

export interface Delayed {
  /** The number of steps of the drive without a delay. */
  readonly steps: number;
  /** Its duration in the sandbox's time. */
  readonly tookMs: number;
  /** Its verdict. */
  readonly verdict: string;
  /** A line for each delay with which the check failed or had a fault. */
  readonly alarms: readonly string[];
  /** The number of delayed drives. */
  readonly drives: number;
}

export interface DelayedOptions {
  /** Milliseconds; each at every step in turn. */
  readonly delays: readonly number[];
  /** The steps that are delayed; default all. */
  readonly isDelayed?: (step: number, steps: number) => boolean;
  readonly defects?: readonly Defect[];
  readonly patienceMs?: number;
}

/** Returns undefined if the check needs a control plane. */
export async function delayed(
  check: Check,
  { delays, isDelayed = () => true, defects = [], patienceMs = 240_000 }: DelayedOptions,
): Promise<Delayed | undefined> {
  await using sandbox = await startSandbox({ clock: 'virtual', seed: SEED, defects });
  const { control: _, strict: __, ...profile } = sandbox.profile;
  const limits = { ...profile.limits, requestsPerSecond: REQUESTS_PER_SECOND };
  const stopwatch = new SteppedStopwatch(sandbox.clock);
  await using on = await targetBy({ ...profile, limits }, stopwatch, { patienceMs });
  const { target, freshKey } = on;
  const selection = { select: [], requirements: [], readOnly: false };
  const { run } = plan([check], selection, target.profile, target.facts, target.clockMode, target.patienceMs);
  if (run.length === 0) return undefined;
  const inputs = check.given?.(target.profile.fixtures ?? {});
  const [given] = inputs === undefined ? [] : fc.sample(inputs, { seed: SEED, numRuns: 1 });
  const judged = async (delay?: Delay) => {
    const session = sessionFor(check, target, {});
    stopwatch.begin(delay);
    const beganMs = stopwatch.nowMs();
    const { judgement } = await trial(check, target, session, freshKey, given);
    const [{ steps }, tookMs] = [stopwatch, stopwatch.nowMs() - beganMs];
    stopwatch.begin();
    await cancelOrders(target, session, { stopwatch, cutOff: false, check: check.id });
    return { ...judgement, steps, tookMs };
  };
  const first = await judged();
  const alarms: string[] = [];
  let drives = 0;
  for (const ms of delays) {
    for (let step = 1; step <= first.steps; step += 1) {
      if (!isDelayed(step, first.steps)) continue;
      drives += 1;
      const { verdict, ...rest } = await judged({ step, ms });
      if (verdict !== 'violated' && verdict !== 'fault') continue;
      const why = 'expected' in rest ? rest.expected : 'why' in rest ? rest.why : '';
      alarms.push(`${check.id}: ${verdict} with ${ms} ms before step ${step} of ${first.steps}: ${why}`);
    }
  }
  return { steps: first.steps, tookMs: first.tookMs, verdict: first.verdict, alarms, drives };
}
