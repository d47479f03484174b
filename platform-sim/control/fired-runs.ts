import type { Fired } from '../clock.ts';

/** One timer that fired, or so many in a row of one label: a venue's quotes of an hour are one entry. */
export interface FiredRun extends Fired {
  /** Of more than one. */
  readonly times?: number;
  /** When the last of them fired; `atNs` is the first's. */
  readonly lastAtNs?: string;
}

/** Runs that are listed: a year has millions, and nobody reads past the first few. */
export const MOST_RUNS = 1_000;

export interface FiredRuns {
  add(fired: Fired): void;
  /** The first of them, in order. */
  list(): readonly FiredRun[];
  /** Timers in all, those past the list included. */
  count(): number;
}

export function createFiredRuns(): FiredRuns {
  const runs: FiredRun[] = [];
  let count = 0;
  let listed = 0;
  return {
    add({ atNs, label }) {
      count += 1;
      const last = runs.at(-1);
      if (listed < count - 1) return;
      if (last?.label === label) runs[runs.length - 1] = { ...last, times: (last.times ?? 1) + 1, lastAtNs: atNs };
      else if (runs.length < MOST_RUNS) runs.push({ atNs, label });
      else return;
      listed = count;
    },
    list: () => runs,
    count: () => count,
  };
}
