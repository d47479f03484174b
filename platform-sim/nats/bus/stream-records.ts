/** The records of a stream in a member's process: read once, and followed by each of its seats as on the platform. */
import type { SequencedRecord } from '../../../gateway/facts.ts';
import { createFollowers, type Followers } from '../../followers.ts';
import { memoryJournal } from '../../log/memory.ts';

export interface StreamRecords {
  readonly follow: Followers['follow'];
  head(): number;
  /** Resolves once it holds the record of this position. */
  reached(position: number): Promise<void>;
  /** Adds the next record, and delivers it. */
  add(record: SequencedRecord): void;
}

/** No records: `add` fills it. */
export function createStreamRecords(): StreamRecords {
  const journal = memoryJournal();
  const followers = createFollowers(journal);
  const waiting: { readonly position: number; readonly reached: () => void }[] = [];

  return {
    follow: followers.follow,
    head: journal.head,
    reached: (position) =>
      journal.head() >= position ? Promise.resolve() : new Promise((reached) => waiting.push({ position, reached })),
    add(record) {
      void journal.append(record);
      followers.deliver(record);
      for (let index = waiting.length - 1; index >= 0; index -= 1) {
        if ((waiting[index]?.position ?? 0) <= record.position) waiting.splice(index, 1)[0]?.reached();
      }
    },
  };
}
