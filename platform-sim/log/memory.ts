import type { SequencedRecord } from '../../gateway/facts.ts';
import type { Journal } from './journal.ts';
import type { Note } from './note.ts';
import { RecordList } from './record-list.ts';

/** A journal in memory, optionally with the beginning of another. */
export function memoryJournal(
  beginning: RecordList | readonly SequencedRecord[] = [],
  besides: readonly Note[] = [],
): Journal {
  const records = beginning instanceof RecordList ? beginning : new RecordList(beginning);
  const notes: Note[] = [...besides];
  return {
    append(record) {
      if (record.position !== records.length + 1) {
        throw new RangeError(`position ${record.position} does not follow ${records.length}`);
      }
      records.push(record);
      return undefined;
    },
    settle: () => undefined,
    head: () => records.length,
    at: (position) => records.at(position),
    after: (position, limit) => records.after(position, limit),
    upTo: (position) => records.upTo(position),
    failure: () => undefined,
    outlivesProcess: false,
    note(note) {
      notes.push(note);
      return undefined;
    },
    notes: () => notes,
  };
}

/** An independent copy of a journal up to a position, for another platform to continue from: without its work in progress. */
export function forkOf(journal: Journal, position: number): Journal {
  return memoryJournal(
    journal.upTo(position),
    journal.notes().filter((note) => note.after <= position && note.kind !== 'promise'),
  );
}
