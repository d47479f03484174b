/** Those that receive the records of one journal, in order and each once: what is there at once, then each new one. */
import type { SequencedRecord } from '../gateway/facts.ts';
import type { PlatformPort } from '../gateway/platform-port.ts';
import type { Journal } from './log/journal.ts';

export interface Followers {
  readonly follow: PlatformPort['follow'];
  /** One follower's error does not block the others: it is thrown once all have received the record. */
  deliver(record: SequencedRecord): void;
}

interface Follower {
  readonly apply: (record: SequencedRecord) => void;
  /** The next position to deliver. */
  next: number;
}

/** @param journal holds a record before it is delivered */
export function createFollowers(journal: Pick<Journal, 'at'>): Followers {
  const followers = new Set<Follower>();

  return {
    follow(after, apply) {
      const follower: Follower = { apply, next: after + 1 };
      for (let record = journal.at(follower.next); record !== undefined; record = journal.at(follower.next)) {
        follower.next += 1;
        apply(record);
      }
      followers.add(follower);
      return { stop: () => void followers.delete(follower) };
    },
    deliver(record) {
      const failures: unknown[] = [];
      for (const follower of followers) {
        // One that joined within this delivery already has the record from the journal.
        if (follower.next !== record.position) continue;
        follower.next += 1;
        try {
          follower.apply(record);
        } catch (thrown) {
          failures.push(thrown);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
