/** What `drive` saw that is no answer of the target's: a reading of its clock, what a secret shows of its holder. */
export interface Note {
  /** In one count with the exchanges and frames of the run. */
  readonly n: number;
  readonly atMs: number;
  readonly label: string;
  /** JSON; a bigint too. */
  readonly value: unknown;
}
