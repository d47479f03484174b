/** The suite against a sandbox whose one member is of an older version: as its owner has it, or as a deployed one is seen. */
import type { SocketVersion } from '../../../conformance/contract/versions.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import type { Version } from '../../../gateway/contract/versions.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { fastStopwatch } from '../suite/fast-stopwatch.ts';
import { judgedByProfile, SEED } from '../suite/judged-by-profile.ts';

const RATE = 10;
const TIMEOUT_MS = 10_000;
/** Of the machine's time: a limit that a busy machine reaches would cut off checks that say nothing of it. */
const CHECK_LIMIT_MS = 120_000;

export interface OlderMember {
  readonly version: Version;
  /** Of the trading socket; absent: the newest. */
  readonly socketVersion?: SocketVersion;
  /**
   * `own`: its world is reset before each check. `shared`: it never is, as of a sandbox that somebody else started.
   * `deployed`: its profile names no control plane, and its clock moves by itself.
   */
  readonly seenAs: 'own' | 'shared' | 'deployed';
}

/** @param runs of each check with generated inputs; absent: as many as the check asks for. */
export async function suiteAt(member: OlderMember, checks: readonly Check[], runs?: number): Promise<RunRecord> {
  const { version, socketVersion, seenAs } = member;
  const isDeployed = seenAs === 'deployed';
  // So that what is waited for without a control plane is there sooner, its clock and the suite's run faster than time.
  await using sandbox = await startSandbox({
    clock: isDeployed ? { rate: RATE } : 'virtual',
    seed: SEED,
    members: [{ version, ...(socketVersion && { socketVersion }) }],
  });
  const { control: _, ...deployed } = sandbox.profile;
  if (!isDeployed)
    return await judgedByProfile(sandbox.profile, checks, { resetBetweenChecks: seenAs === 'own', runs });
  const profile = { ...deployed, limits: { ...deployed.limits, timeoutMs: TIMEOUT_MS * RATE } };
  const checkLimitMs = CHECK_LIMIT_MS * RATE;
  const stopwatch = fastStopwatch(RATE);
  return await judgedByProfile(profile, checks, { resetBetweenChecks: false, runs, stopwatch, checkLimitMs });
}
