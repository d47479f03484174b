/** What a run of the suite says to the shell. */
import type { CheckRow, RunRecord } from './run-record.ts';

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

/** A failure that the --baseline report did not know. */
export function isNewFailure(row: CheckRow): boolean {
  return row.verdict === 'fail' && row.known !== true;
}

/** A failure found outranks a fault of the suite, which outranks a stop, which outranks doubt. */
export function exitStatus({ checks, run }: Pick<RunRecord, 'checks' | 'run'>): number {
  if (checks.some(isNewFailure)) return EXIT.notConforming;
  if (checks.some((row) => row.fault === true)) return EXIT.fault;
  if (run.stopped !== null) return EXIT.stopped;
  if (checks.some((row) => row.verdict === 'inconclusive')) return EXIT.inconclusive;
  const judged = checks.some((row) => row.verdict === 'pass' || row.verdict === 'fail');
  return judged ? EXIT.conforming : EXIT.inconclusive;
}
