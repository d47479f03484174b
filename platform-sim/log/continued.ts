/** How a process continues a log. */
import type { SequencedRecord } from '../../gateway/facts.ts';
import type { ClockMode } from '../clock.ts';
import type { Journal } from './journal.ts';
import { LogError } from './log-error.ts';
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

/**
 * How far a log may be ahead of the machine's clock: small enough for the sequencer to catch up, large enough for the
 * difference between two machines.
 */
const AHEAD_NS = 60_000_000_000n;

/**
 * The start of a clock of this kind for a continued log: never before its last record. undefined: its usual start.
 * Throws LogError if the machine's clock would have to stand still for long.
 */
export function resumedNs(
  mode: ClockMode,
  { lastNs, file }: { readonly lastNs: bigint; readonly file: string },
  nowNs: bigint,
  instead = 'start with --clock virtual or xN, or name another folder with --data',
): bigint | undefined {
  if (lastNs === 0n) return undefined;
  if (mode === 'virtual') return lastNs;
  if (lastNs <= nowNs) return undefined;
  if (mode === 'scaled') return lastNs;
  if (lastNs - nowNs <= AHEAD_NS) return undefined;
  const aheadS = (lastNs - nowNs) / 1_000_000_000n;
  throw new LogError(`${file} has come to a time ${aheadS} s ahead of this machine's clock: ${instead}`);
}
