import type { Fired } from '../clock.ts';

/** One timer that fired, or so many in a row of one label: a venue's quotes of an hour are one entry. */
export interface FiredRun extends Fired {
  /** Of more than one. */
  readonly times?: number;
  /** When the last of them fired; `atNs` is the first's. */
  readonly lastAtNs?: string;
}

/** The same firings in the same order. */
export function runsOfFired(fired: readonly Fired[]): readonly FiredRun[] {
  const runs: FiredRun[] = [];
  for (const { atNs, label } of fired) {
    const last = runs.at(-1);
    if (last?.label === label) runs[runs.length - 1] = { ...last, times: (last.times ?? 1) + 1, lastAtNs: atNs };
    else runs.push({ atNs, label });
  }
  return runs;
}
