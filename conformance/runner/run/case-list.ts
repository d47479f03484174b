/** Which cases of a check a run takes, and how many of them its `drive` came to: the depth of its verdict. */
import type { Check, Reach } from '../check.ts';
import type { CheckRow } from '../record/run-record.ts';

/** What a target can show, for the names of a check's cases. */
export function caseNames({ cases }: Pick<Check, 'cases'>, reach: Reach): readonly string[] {
  return cases?.names(reach) ?? [];
}

/** The cases of one check in one run. */
export class CaseList {
  readonly #of: string | undefined;
  readonly #known: readonly string[];
  readonly #taken: ReadonlySet<string>;
  readonly #seen = new Set<string>();

  /** @param taken the names that the plan takes; absent: all. */
  constructor(check: Pick<Check, 'cases'>, reach: Reach, taken?: readonly string[]) {
    this.#of = check.cases?.of;
    this.#known = caseNames(check, reach);
    this.#taken = new Set(taken ?? this.#known);
  }

  /** `Scene.takes`. A name that `Cases.names` does not state is always taken: it costs the plan nothing. */
  readonly takes = (name: string): boolean => {
    if (!this.#known.includes(name)) return true;
    if (!this.#taken.has(name)) return false;
    this.#seen.add(name);
    return true;
  };

  /**
   * @param runs how often the check ran, and how often it runs where no budget shortens it; one each for a check that
   *   generates nothing.
   */
  depth(runs: { readonly seen: number; readonly known: number }): NonNullable<CheckRow['depth']> {
    if (this.#of !== undefined) return { seen: this.#seen.size, known: this.#known.length, unit: this.#of };
    const seen = Math.min(runs.seen, runs.known);
    return { seen, known: runs.known, ...(runs.known > 1 && { unit: 'runs' }) };
  }
}
