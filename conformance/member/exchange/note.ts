/**
 * An observation of `drive` that is no response of the target: a reading of its clock, what a secret reveals about its
 * holder.
 */
export interface Note {
  /** Shares one sequence with the exchanges and frames of the run. */
  readonly n: number;
  readonly atMs: number;
  readonly label: string;
  /** JSON; a bigint is allowed too. */
  readonly value: unknown;
}
