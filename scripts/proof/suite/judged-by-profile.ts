/** Runs the whole suite, or some of its checks, against the target of a profile: like `touchstone check`, in this process. */

import { type LoadedProfile, profileOf } from '../../../conformance/member/profile/read-profile.ts';
import type { TargetOptions } from '../../../conformance/member/profile/target-options.ts';
import { type Transport, transportTo } from '../../../conformance/member/sending/transport.ts';
import { connect } from '../../../conformance/member/target.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import type { HistoryRecorder } from '../../../conformance/runner/record/recorded-history.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { passesWithoutCase } from '../../../conformance/runner/record/verdict.ts';
import { freshKeys, runId } from '../../../conformance/runner/run/fresh-keys.ts';
import { type RunOptions, run } from '../../../conformance/runner/run/run.ts';
import { type Stopwatch, startStopwatch } from '../../../conformance/runner/stopwatch.ts';

/** The default seed of the run and of its sandbox. */
export const SEED = 1;

export interface Judging {
  /** Whether the world is reset before each check. */
  readonly resetBetweenChecks: boolean;
  /** Runs of each check with generated inputs. Absent: as many as the check asks for. */
  readonly runs?: number | undefined;
  /** The time limit of one check; default one minute. */
  readonly checkLimitMs?: number | undefined;
  /** Replaces connections over the network. */
  readonly ways?: Required<Pick<LoadedProfile, 'dial' | 'transport'>> | undefined;
  /** Wraps the connection to the member, to record its messages. */
  readonly through?: ((transport: Transport) => Transport) | undefined;
  /** Records every drive, so that it can be judged again. */
  readonly recorder?: HistoryRecorder;
  /** The budget of the run; absent: none. */
  readonly requests?: number | undefined;
  /** The seed of the run; default `SEED`. */
  readonly seed?: number | undefined;
  /** Default: real time. */
  readonly stopwatch?: Stopwatch;
}

/** A target of the suite, and runs on it with the seed of all proofs. It closes the target. */
export async function targetBy(
  profile: unknown,
  stopwatch: Stopwatch,
  { ways, through, ...more }: Partial<TargetOptions> & Pick<Judging, 'ways' | 'through'> = {},
) {
  const freshKey = freshKeys(SEED, stopwatch.startedAtMs);
  const loaded: LoadedProfile = { ...profileOf(profile, 'the sandbox'), ...ways };
  const transport = through?.(transportTo(loaded, loaded.profile.baseUrl, stopwatch));
  const options = { stopwatch, freshKey, userAgent: 'touchstone', ...(transport && { transport }), ...more };
  const target = await connect(loaded, options);
  return {
    ...{ target, freshKey },
    run(checks: readonly Check[], how: Partial<RunOptions> = {}): Promise<RunRecord> {
      const selection = { select: [], requirements: [], readOnly: false };
      const running = { checks, target, selection, stopwatch, freshKey, seed: SEED, version: '0' };
      return run({ ...running, resetBetweenChecks: false, ...how });
    },
    [Symbol.asyncDispose]: () => target.close(),
  };
}

export async function judgedByProfile(
  profile: unknown,
  checks: readonly Check[],
  { ways, through, stopwatch = startStopwatch(), seed = SEED, ...how }: Judging,
): Promise<RunRecord> {
  const id = runId(`${SEED} ${stopwatch.startedAtMs}`);
  await using on = await targetBy(profile, stopwatch, { ways, through, run: id });
  const record = await on.run(checks, { seed, ...how });
  const empty = passesWithoutCase(record);
  if (empty.length > 0) throw new Error(`requirements that pass without a case: ${empty.join(', ')}`);
  return record;
}
