/** The exit status of a run of the suite. */
import type { CheckRow, RunRecord } from '../record/run-record.ts';
import { isJudged } from '../record/verdict.ts';

/** The exit statuses of `touchstone check`. */
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

/** A failure that is not in the --baseline file. */
function isNewFailure(row: CheckRow): boolean {
  return row.verdict === 'fail' && row.known !== true;
}

/** Entries of the baseline that are stale, expired or unknown let nothing pass. */
function isBaselineWrong({ gate }: Pick<RunRecord, 'gate'>): boolean {
  return gate?.baseline !== undefined && gate.baseline.problems.length > 0;
}

/** Less was exercised than was required. */
function isCoverageShort({ gate }: Pick<RunRecord, 'gate'>): boolean {
  return gate?.coverage?.some(({ met }) => !met) === true;
}

/** A failure outranks a fault of the suite, which outranks an early stop, which outranks an inconclusive check. */
export function exitStatus(record: Pick<RunRecord, 'checks' | 'run' | 'gate'>): number {
  const { checks, run } = record;
  if (checks.some(isNewFailure) || isBaselineWrong(record)) return EXIT.notConforming;
  if (checks.some((row) => row.fault === true)) return EXIT.fault;
  if (run.stopped !== null) return EXIT.stopped;
  if (checks.some((row) => row.verdict === 'inconclusive') || isCoverageShort(record)) return EXIT.inconclusive;
  const judged = checks.some(isJudged);
  return judged ? EXIT.conforming : EXIT.inconclusive;
}
