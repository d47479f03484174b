/** How a process continues a log. */
import type { SequencedRecord } from '../../gateway/facts.ts';
import type { Journal } from './journal.ts';
import type { Note } from './note.ts';

export interface Continuing {
  /** How many processes have opened the log, including this one. */
  readonly starts: number;
  /** The clock of the last process, as far as the log states it; 0 if there was none. */
  readonly lastNs: bigint;
}

/** What this process needs of the former ones. */
export function continuing(lastRecord: SequencedRecord | undefined, notes: readonly Note[]): Continuing {
  const starts = 1 + notes.reduce((most, note) => (note.kind === 'start' ? Math.max(most, note.count) : most), 0);
  const lastNs = [...(lastRecord === undefined ? [] : [lastRecord]), ...notes].reduce(
    (last, { atNs }) => (BigInt(atNs) > last ? BigInt(atNs) : last),
    0n,
  );
  return { starts, lastNs };
}

/** Begins a new journal with another one; its starts are of another log. */
export function beginWith(beginning: Journal, journal: Journal): void {
  for (const note of beginning.notes()) if (note.kind !== 'start') void journal.note(note);
  for (let next = beginning.at(1); next !== undefined; next = beginning.at(next.position + 1))
    void journal.append(next);
  journal.settle();
}
