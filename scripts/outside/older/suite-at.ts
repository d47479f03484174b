/** The suite against a sandbox whose one member is of an older version: as its owner has it, or as a deployed one is seen. */

import type { SocketVersion } from '../../../conformance/contract/socket-versions.ts';
import type { Check } from '../../../conformance/runner/check.ts';
import { freshKeys } from '../../../conformance/runner/fresh-keys.ts';
import { run } from '../../../conformance/runner/run.ts';
import type { RunRecord } from '../../../conformance/runner/run-record.ts';
import { startStopwatch } from '../../../conformance/runner/stopwatch.ts';
import { profileOf } from '../../../conformance/target/read-profile.ts';
import { connect } from '../../../conformance/target/target.ts';
import type { Version } from '../../../gateway/contract/versions.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';

const SEED = 1;

export interface OlderMember {
  readonly version: Version;
  /** Of the trading socket; absent: the newest. */
  readonly socketVersion?: SocketVersion;
  /**
   * `own`: its world is reset before each check. `shared`: it never is, as of a sandbox that somebody else started.
   * `deployed`: its profile names no control plane, and its clock is the machine's.
   */
  readonly seenAs: 'own' | 'shared' | 'deployed';
}

/** @param runs of each check with generated inputs; absent: as many as the check asks for. */
export async function suiteAt(member: OlderMember, checks: readonly Check[], runs?: number): Promise<RunRecord> {
  const { version, socketVersion, seenAs } = member;
  const isDeployed = seenAs === 'deployed';
  await using sandbox = await startSandbox({
    clock: isDeployed ? 'real' : 'virtual',
    seed: SEED,
    members: [{ version, ...(socketVersion && { socketVersion }) }],
  });
  const { control, ...deployed } = sandbox.profile;
  const stopwatch = startStopwatch();
  const freshKey = freshKeys(SEED, stopwatch.startedAtMs);
  const target = await connect(profileOf(isDeployed ? deployed : { ...deployed, control }, 'the sandbox'), {
    stopwatch,
    freshKey,
    userAgent: 'touchstone',
  });
  try {
    return await run({
      checks,
      target,
      selection: { select: [], requirements: [], readOnly: false },
      stopwatch,
      freshKey,
      seed: SEED,
      runs,
      resetBetweenChecks: seenAs === 'own',
      version: '0',
    });
  } finally {
    await target.close();
  }
}
