import type { SequencedRecord } from '../../gateway/facts.ts';
import type { Journal } from './journal.ts';

/** A journal that lives as long as its process. */
export function memoryJournal(): Journal {
  const records: SequencedRecord[] = [];
  return {
    append(record) {
      if (record.position !== records.length + 1) {
        throw new RangeError(`position ${record.position} does not follow ${records.length}`);
      }
      records.push(record);
    },
    head: () => records.length,
    at: (position) => records[position - 1],
    records: () => records,
  };
}
