/** What a run of the suite says to the shell. */
import type { CheckRow, RunRecord } from './run-record.ts';
import { isJudged } from './verdict.ts';

export const EXIT = {
  conforming: 0,
  notConforming: 1,
  /** Wrong usage or configuration, or a fault of the suite itself. */
  fault: 2,
  /** Inconclusive, or nothing exercised. */
  inconclusive: 3,
  /** A budget or safety stop. */
  stopped: 4,
} as const;

/** A failure that the --baseline file does not know. */
export function isNewFailure(row: CheckRow): boolean {
  return row.verdict === 'fail' && row.known !== true;
}

/** Entries of the baseline that are stale, expired or unknown: what they let pass is not what anybody accepted. */
export function isBaselineWrong({ gate }: Pick<RunRecord, 'gate'>): boolean {
  return gate?.baseline !== undefined && gate.baseline.problems.length > 0;
}

/** Less was exercised than was asked for. */
export function isCoverageShort({ gate }: Pick<RunRecord, 'gate'>): boolean {
  return gate?.coverage?.some(({ met }) => !met) === true;
}

/** A failure found outranks a fault of the suite, which outranks a stop, which outranks doubt. */
export function exitStatus(record: Pick<RunRecord, 'checks' | 'run' | 'gate'>): number {
  const { checks, run } = record;
  if (checks.some(isNewFailure) || isBaselineWrong(record)) return EXIT.notConforming;
  if (checks.some((row) => row.fault === true)) return EXIT.fault;
  if (run.stopped !== null) return EXIT.stopped;
  if (checks.some((row) => row.verdict === 'inconclusive') || isCoverageShort(record)) return EXIT.inconclusive;
  const judged = checks.some(isJudged);
  return judged ? EXIT.conforming : EXIT.inconclusive;
}
