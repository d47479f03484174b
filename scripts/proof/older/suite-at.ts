/** Runs the suite against a sandbox with one older member: with full control, or like a deployed member. */
import type { SocketVersion } from '../../../conformance/contract/versions.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import type { Version } from '../../../gateway/contract/versions.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { fastStopwatch } from '../suite/fast-stopwatch.ts';
import { type Judging, judgedByProfile, SEED } from '../suite/judged-by-profile.ts';

const RATE = 10;
const TIMEOUT_MS = 10_000;
/** The limit of a check in real milliseconds, so generous that a busy machine does not reach it. */
const CHECK_LIMIT_MS = 120_000;

export interface OlderMember {
  readonly version: Version;
  /** The version of the trading socket's contract. Absent: the newest. */
  readonly socketVersion?: SocketVersion;
  /**
   * `own`: the world is reset before each check. `shared`: it is never reset, like a sandbox that another user started.
   * `deployed`: the profile names no control plane, and the clock runs.
   */
  readonly seenAs: 'own' | 'shared' | 'deployed';
}

/** @param least what shortens the run; absent: nothing */
export async function suiteAt(
  member: OlderMember,
  checks: readonly Check[],
  least: Pick<Judging, 'runs' | 'requests'> = {},
): Promise<RunRecord> {
  const { version, socketVersion, seenAs } = member;
  const isDeployed = seenAs === 'deployed';
  // Without a control plane the suite waits, so its clock and the sandbox's run faster than real time.
  await using sandbox = await startSandbox({
    clock: isDeployed ? { rate: RATE } : 'virtual',
    seed: SEED,
    members: [{ version, ...(socketVersion && { socketVersion }) }],
  });
  const { control: _, ...deployed } = sandbox.profile;
  if (!isDeployed)
    return await judgedByProfile(sandbox.profile, checks, { resetBetweenChecks: seenAs === 'own', ...least });
  const profile = { ...deployed, limits: { ...deployed.limits, timeoutMs: TIMEOUT_MS * RATE } };
  const checkLimitMs = CHECK_LIMIT_MS * RATE;
  const stopwatch = fastStopwatch(RATE);
  return await judgedByProfile(profile, checks, { resetBetweenChecks: false, ...least, stopwatch, checkLimitMs });
}
