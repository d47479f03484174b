/** The suite against one known-bad member: which checks failed, and whether they are just those that should. */
import type { Check } from '../../conformance/runner/check.ts';
import type { CheckRow } from '../../conformance/runner/run-record.ts';
import type { Defect } from '../../gateway/defects/defect.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { judgedByProfile, SEED } from '../suite/judged-by-profile.ts';

export interface Judged {
  readonly defect: Defect;
  /** Checks that failed, by id. */
  readonly failed: readonly string[];
  /** Requirements of `breaks` that no failed check proves. */
  readonly survived: readonly string[];
  /** Failed checks that prove nothing of `breaks`. */
  readonly astray: readonly string[];
  /** Checks that were the suite's own fault. */
  readonly faults: readonly string[];
}

/**
 * The stateful property sees the whole contract, so that it also fails of a defect that another check is there for is no
 * fault of either: it counts where it is the proof, and is not held against a defect elsewhere.
 */
export const seesEverything = (id: string): boolean => id.startsWith('history/');

/** A member with these defects, judged by these checks on a virtual clock, each check in a fresh world. */
export async function rowsAgainst(defects: readonly Defect[], checks: readonly Check[]): Promise<readonly CheckRow[]> {
  await using sandbox = await startSandbox({ clock: 'virtual', seed: SEED, defects });
  return (await judgedByProfile(sandbox.profile, checks, { resetBetweenChecks: true })).checks;
}

/** The requirements that a failed check blames the member for. */
function blames({ breaks, proves }: CheckRow): readonly string[] {
  return breaks ?? proves;
}

export async function judgeDefect(defect: Defect, checks: readonly Check[]): Promise<Judged> {
  const rows = await rowsAgainst([defect], checks);
  const failed = rows.filter((row) => row.verdict === 'fail');
  const broken = new Set<string>(defect.breaks);
  return {
    defect,
    failed: failed.map((row) => row.id),
    survived: defect.breaks.filter((id) => !failed.some((row) => blames(row).some((blamed) => blamed === id))),
    astray: failed
      .filter((row) => !seesEverything(row.id) && !blames(row).some((id) => broken.has(id)))
      .map((row) => row.id),
    faults: rows.filter((row) => row.fault === true).map((row) => row.id),
  };
}

export function isKilled({ survived, astray, faults }: Judged): boolean {
  return survived.length === 0 && astray.length === 0 && faults.length === 0;
}
