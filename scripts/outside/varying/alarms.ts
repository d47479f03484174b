/** The suite against a sandbox with variations: its false alarms, and the variations that changed nothing. */
import type { Check } from '../../../conformance/runner/check.ts';
import type { CheckRow } from '../../../conformance/runner/run-record.ts';
import type { Variation } from '../../../gateway/variations/variation.ts';
import type { SandboxOptions } from '../../../platform-sim/sandbox.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { judgedByProfile, SEED } from '../../suite/judged-by-profile.ts';
import { watched } from './watched.ts';

/** One run over these checks in their order, in one world, against members with these variations. */
export async function judgedPermissively(
  variations: readonly Variation[],
  checks: readonly Check[],
  options: SandboxOptions = {},
): Promise<readonly CheckRow[]> {
  const problems: unknown[] = [];
  const failed = (error: unknown): void => void problems.push(error);
  await using sandbox = await startSandbox({ seed: SEED, ...options, permissive: variations, failed });
  const { checks: rows } = await judgedByProfile(sandbox.profile, checks, { resetBetweenChecks: false });
  // A layer that throws would pass for a dropped connection, and every check for inconclusive.
  if (problems.length > 0) throw problems[0];
  return rows;
}

/** Alarms of the suite: checks that fail, and faults of their own. A check that cannot be judged is none. */
export const failed = (rows: readonly CheckRow[]): readonly CheckRow[] =>
  rows.filter(({ verdict, fault }) => verdict === 'fail' || fault === true);

export async function alarmsOf(variations: readonly Variation[], checks: readonly Check[]) {
  const busy = new Set(variations.filter(({ deployment }) => deployment !== undefined).map(({ name }) => name));
  const seen = variations.map((one) => ({
    ...one,
    parts: (timer: Parameters<Variation['parts']>[0]) => watched(one.parts(timer), () => void busy.add(one.name)),
  }));
  const rows = await judgedPermissively(seen, checks);
  const alarms = failed(rows).map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`);
  return { alarms, idle: variations.map(({ name }) => name).filter((name) => !busy.has(name)) };
}
