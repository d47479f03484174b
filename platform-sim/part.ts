/**
 * A part of the platform that acts by itself: its venue, its engine. A platform may continue a sequence of another
 * process or world: the part then recalls it, record by record, and resumes what was outstanding at its end. Its state
 * follows from the sequence and the notes alone.
 */
import { nanoseconds } from '../gateway/facts/nanoseconds.ts';
import type { SequencedRecord } from '../gateway/facts.ts';

export interface Part<Mark = unknown> {
  /** Called with every existing record, in order, before `hear`; has no effect outside the part. */
  recall(record: SequencedRecord): void;
  /** The work left from the recalled records. Called once, after the last of them. */
  outstanding(): readonly Outstanding[];
  /** Called with every record from then on. */
  hear(record: SequencedRecord): void;
  /**
   * What it knows from the records so far, and nothing of its work in progress: another one, created from it, has
   * recalled these records. It does not change with this part.
   */
  mark(): Mark;
  close(): void;
}

/** Parts resume in the order of positions, so that simultaneous work continues in its original order. */
export interface Outstanding {
  /** The position of the record that it follows from. */
  readonly position: number;
  run(): void;
}

const NS_PER_MS = 1_000_000n;

/**
 * The clock's time when a record was placed: records of one moment are microseconds apart, and clocks move by
 * milliseconds.
 */
export function clockNsOf({ atNs }: Pick<SequencedRecord, 'atNs'>): bigint {
  const at = nanoseconds(atNs);
  return at - (at % NS_PER_MS);
}
