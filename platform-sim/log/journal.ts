import type { SequencedRecord } from '../../gateway/facts.ts';
import type { KeptRecords } from './kept-records.ts';
import type { Note } from './note.ts';

/**
 * Where a sequence lives: records by position, 1 first, none ever changed or taken away; and beside it the notes of its
 * platform. What is read of it is safe: a record that a crash could still take is not there yet.
 */
export interface Journal {
  /**
   * Takes the record of the next position; throws RangeError on any other. undefined: it is safe. Else it is with what was
   * taken before it when the promise resolves; where it rejects it never will be, and the journal takes nothing any more.
   */
  append(record: SequencedRecord): Promise<void> | undefined;
  /** Makes safe what it has taken, before it returns: a world's beginning, which nobody waits for. */
  settle(): void;
  /** The position of the newest record; 0 where there is none. */
  head(): number;
  at(position: number): SequencedRecord | undefined;
  /** Records after a position, in order, at most so many. */
  after(position: number, limit?: number): readonly SequencedRecord[];
  /** What it holds up to a position, in a copy. */
  upTo(position: number): KeptRecords;
  /** Safe no later than any record that is taken after it. */
  note(note: Note): void;
  /** Every note, in order. A live view. */
  notes(): readonly Note[];
}
