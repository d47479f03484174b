import type { SequencedRecord } from '../../gateway/facts.ts';

/** Where a sequence lives: records by position, 1 first, none ever changed or taken away. */
export interface Journal {
  /** Takes the record of the next position; throws RangeError on any other. */
  append(record: SequencedRecord): void;
  /** The position of the newest record; 0 where there is none. */
  head(): number;
  at(position: number): SequencedRecord | undefined;
  /** Every record, in order. A live view: it grows. */
  records(): readonly SequencedRecord[];
}
