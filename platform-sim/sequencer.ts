/**
 * Gives every command its position and its time, hands it to its owner, records what the owner said, and tells everyone
 * who follows. Synchronous from end to end: one command is placed, judged, applied and delivered before the next.
 */
import type { Command, OwnerName, OwnerRefusal, SequencedRecord } from '../gateway/facts.ts';
import type { Clock, Following } from '../gateway/platform-port.ts';
import type { Journal } from './log/journal.ts';
import type { Seat } from './seat.ts';

/** Between two records at the least, so that ids minted from their times are never consecutive numbers. */
const STEP_NS = 1000n;

export interface SequencerOptions {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly seats: readonly Seat[];
}

export interface Sequencer {
  /**
   * Places a command now, within the call, or right after the delivery that it is called from: all see the same order.
   * Settles when everyone who follows has been told; rejects where the owner or one of them throws.
   *
   * @param placed called when the record is there and before anyone is told.
   * @param ruling recorded in place of the owner's own verdict.
   */
  sequence(command: Command, placed?: () => void, ruling?: OwnerRefusal): Promise<SequencedRecord>;
  /** Places a command at a time later than the last record's: the world's history, which was before now. */
  sequenceAt(atNs: bigint, command: Command): SequencedRecord;
  /** As PlatformPort.follow. */
  follow(after: number, apply: (record: SequencedRecord) => void): Following;
  head(): number;
  /** The time at which a command placed now would stand. */
  nextAtNs(): bigint;
  seats(owner: OwnerName): boolean;
}

interface Entry {
  readonly command: Command;
  readonly placed: (() => void) | undefined;
  readonly ruling: OwnerRefusal | undefined;
  readonly resolve: (record: SequencedRecord) => void;
  readonly reject: (failure: unknown) => void;
}

interface Follower {
  readonly apply: (record: SequencedRecord) => void;
  /** The position that it is owed next. */
  next: number;
}

/** A sequence begins with what its journal holds already: the owners apply it anew. */
export function createSequencer({ clock, journal, seats }: SequencerOptions): Sequencer {
  const byOwner = new Map(seats.map((seat) => [seat.name, seat]));
  const followers = new Set<Follower>();
  const line: Entry[] = [];
  let placing = false;
  let lastNs = 0n;

  for (const record of journal.records()) applyToOwners(record);

  function applyToOwners(record: SequencedRecord): void {
    for (const seat of seats) seat.apply(record);
    lastNs = BigInt(record.atNs);
  }

  function nextAtNs(): bigint {
    const nowNs = clock.nowNs();
    return nowNs > lastNs + STEP_NS ? nowNs : lastNs + STEP_NS;
  }

  function place(at: bigint, command: Command, ruling?: OwnerRefusal): SequencedRecord {
    const seat = byOwner.get(command.owner);
    if (seat === undefined) throw new RangeError(`no owner ${command.owner} on this platform`);
    const position = journal.head() + 1;
    const atNs = at.toString();
    const verdict = ruling === undefined ? seat.judge(position, atNs, command) : { refused: ruling };
    const record: SequencedRecord = { position, atNs, command, verdict };
    journal.append(record);
    applyToOwners(record);
    return record;
  }

  /** One follower's failure keeps no record from the others: it is thrown once all have been told. */
  function deliver(record: SequencedRecord): void {
    const failures: unknown[] = [];
    for (const follower of followers) {
      // One that joined within this delivery has had the record from the journal.
      if (follower.next !== record.position) continue;
      follower.next += 1;
      try {
        follower.apply(record);
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  function placeLine(): void {
    placing = true;
    for (let entry = line.shift(); entry !== undefined; entry = line.shift()) {
      try {
        const record = place(nextAtNs(), entry.command, entry.ruling);
        entry.placed?.();
        deliver(record);
        entry.resolve(record);
      } catch (failure) {
        entry.reject(failure);
      }
    }
    placing = false;
  }

  return {
    sequence(command, placed, ruling) {
      const { promise, resolve, reject } = Promise.withResolvers<SequencedRecord>();
      line.push({ command, placed, ruling, resolve, reject });
      if (!placing) placeLine();
      return promise;
    },
    sequenceAt(atNs, command) {
      if (atNs < lastNs + STEP_NS) throw new RangeError(`a record at ${atNs} does not come after one at ${lastNs}`);
      const record = place(atNs, command);
      deliver(record);
      return record;
    },
    follow(after, apply) {
      const follower: Follower = { apply, next: after + 1 };
      for (let record = journal.at(follower.next); record !== undefined; record = journal.at(follower.next)) {
        follower.next += 1;
        apply(record);
      }
      followers.add(follower);
      return { stop: () => void followers.delete(follower) };
    },
    head: journal.head,
    nextAtNs,
    seats: (owner) => byOwner.has(owner),
  };
}
