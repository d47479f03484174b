/** The records of a stream in a member's process: read once, and followed by each of its seats as on the platform. */
import type { SequencedRecord } from '../../gateway/facts.ts';
import type { Following } from '../../gateway/platform-port.ts';
import { memoryJournal } from '../log/memory.ts';

export interface RecordFeed {
  /** As PlatformPort.follow. */
  follow(after: number, apply: (record: SequencedRecord) => void): Following;
  head(): number;
  /** Resolves once it holds the record of this position. */
  reached(position: number): Promise<void>;
  hear(record: SequencedRecord): void;
}

interface Follower {
  next: number;
  readonly apply: (record: SequencedRecord) => void;
}

/** An empty feed: `hear` fills it. */
export function recordFeed(): RecordFeed {
  const journal = memoryJournal();
  const followers = new Set<Follower>();
  const waiting: { readonly position: number; readonly reached: () => void }[] = [];

  return {
    follow(after, apply) {
      const follower: Follower = { next: after + 1, apply };
      for (let record = journal.at(follower.next); record !== undefined; record = journal.at(follower.next)) {
        follower.next += 1;
        apply(record);
      }
      followers.add(follower);
      return { stop: () => void followers.delete(follower) };
    },
    head: journal.head,
    reached: (position) =>
      journal.head() >= position ? Promise.resolve() : new Promise((reached) => waiting.push({ position, reached })),
    hear(record) {
      void journal.append(record);
      for (const follower of followers) {
        if (follower.next !== record.position) continue;
        follower.next += 1;
        follower.apply(record);
      }
      for (let index = waiting.length - 1; index >= 0; index -= 1) {
        if ((waiting[index]?.position ?? 0) <= record.position) waiting.splice(index, 1)[0]?.reached();
      }
    },
  };
}
