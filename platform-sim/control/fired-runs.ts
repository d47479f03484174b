import type { Fired } from '../clock.ts';

/** One timer that fired, or a row of timers with the same label: an hour of a venue's quotes is one entry. */
export interface FiredRun extends Fired {
  /** The number of timers, if more than one. */
  readonly times?: number;
  /** When the last of them fired; `atNs` is the time of the first. */
  readonly lastAtNs?: string;
}

/** Maximum number of listed runs: a year has millions. */
export const MOST_RUNS = 1_000;

export interface FiredRuns {
  add(fired: Fired): void;
  /** The first runs, in order. */
  list(): readonly FiredRun[];
  /** All timers, including those past the list. */
  count(): number;
}

/** Collects fired timers, with consecutive ones of a label as one run. */
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
