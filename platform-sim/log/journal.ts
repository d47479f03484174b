import type { SequencedRecord } from '../../gateway/facts.ts';
import type { Note } from './note.ts';
import type { RecordList } from './record-list.ts';

/**
 * The storage of a sequence: records by position from 1 on, never changed or removed, and the notes of its platform.
 * Only safe records can be read: a record that a crash could lose is not visible yet.
 */
export interface Journal {
  /**
   * Appends the record of the next position; throws RangeError for any other. undefined: it is safe. Otherwise it is
   * safe, with all before it, when the promise resolves; if the promise rejects, it never will be, and the journal
   * accepts nothing more.
   */
  append(record: SequencedRecord): Promise<void> | undefined;
  /** Makes everything accepted safe before it returns: for a world's beginning, which has no waiters. */
  settle(): void;
  /** The position of the newest record; 0 if there is none. */
  head(): number;
  at(position: number): SequencedRecord | undefined;
  /** Records after a position, in order, at most `limit`. */
  after(position: number, limit?: number): readonly SequencedRecord[];
  /** A copy of its records up to a position. */
  upTo(position: number): RecordList;
  /** Why it accepts nothing more; undefined: it does. */
  failure(): Error | undefined;
  /** Whether another process can continue from it. */
  readonly outlivesProcess: boolean;
  /**
   * The note is safe no later than any record that is appended after it. undefined: it is safe. Otherwise it is safe when
   * the promise resolves, and a promise that rejects needs no handler.
   */
  note(note: Note): Promise<void> | undefined;
  /**
   * Nothing has become safe for longer than a write should wait: resolves when something does. undefined: it stores as
   * usual. Absent: its storage answers at once.
   */
  stalled?(): Promise<void> | undefined;
  /** Every note, in order. A live view. */
  notes(): readonly Note[];
}
