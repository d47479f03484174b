/** The whole suite, or some of its checks, against whatever a profile leads to: as `touchstone check` runs it, in this process. */

import { profileOf } from '../../../conformance/client/read-profile.ts';
import { connect } from '../../../conformance/client/target.ts';
import { httpTransport, type Transport } from '../../../conformance/client/transport.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import { freshKeys } from '../../../conformance/runner/fresh-keys.ts';
import { run } from '../../../conformance/runner/run.ts';
import { runId } from '../../../conformance/runner/run-id.ts';
import type { RunRecord } from '../../../conformance/runner/run-record.ts';
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
  /** Around the way to the member: to record what goes over it. */
  readonly through?: (transport: Transport) => Transport;
  /** The machine's time unless stated. */
  readonly stopwatch?: Stopwatch;
}

export async function judgedByProfile(
  profile: unknown,
  checks: readonly Check[],
  { resetBetweenChecks, runs, checkLimitMs, through, stopwatch = startStopwatch() }: Judging,
): Promise<RunRecord> {
  const freshKey = freshKeys(SEED, stopwatch.startedAtMs);
  const loaded = profileOf(profile, 'the sandbox');
  const transport = through?.(httpTransport(loaded.profile.baseUrl, stopwatch));
  const id = runId(`${SEED} ${stopwatch.startedAtMs}`);
  const options = { stopwatch, freshKey, userAgent: 'touchstone', run: id, ...(transport && { transport }) };
  const target = await connect(loaded, options);
  try {
    const selection = { select: [], requirements: [], readOnly: false };
    const running = { checks, target, selection, stopwatch, freshKey, seed: SEED, version: '0' };
    return await run({ ...running, resetBetweenChecks, runs, checkLimitMs });
  } finally {
    await target.close();
  }
}
