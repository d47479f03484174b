/**
 * A part of the platform that does something of itself: its venue, its engine. A platform may go on from a sequence that
 * another process or another world has come to: then the part recalls it, record by record, and takes up what was
 * outstanding at its end. Nothing of that is kept anywhere else, so it follows from the sequence and the notes alone.
 */
import type { SequencedRecord } from '../gateway/facts.ts';

export interface Part {
  /** Told of every record that there is, in order, before it hears any; does nothing about it. */
  recall(record: SequencedRecord): void;
  /** What is left to be done about what it recalled. Asked for once, after the last of it. */
  outstanding(): readonly Outstanding[];
  /** Told of every record from then on. */
  hear(record: SequencedRecord): void;
  close(): void;
}

/** Parts take turns by position, so that what fell together goes on in the order in which it would have. */
export interface Outstanding {
  /** Of the record that it follows from. */
  readonly position: number;
  run(): void;
}

const NS_PER_MS = 1_000_000n;

/** What the clock stood at when a record was placed: records of one moment stand microseconds apart, and clocks move by milliseconds. */
export function clockNsOf({ atNs }: Pick<SequencedRecord, 'atNs'>): bigint {
  const at = BigInt(atNs);
  return at - (at % NS_PER_MS);
}
