/**
 * Gives every command its position and its time, passes it to its owner, records the verdict, and delivers it to every
 * follower. If the journal is safe at once, it is synchronous from end to end: one command is placed, judged, applied
 * and delivered before the next. If a record is safe later, owners judge further commands meanwhile, and nothing is
 * delivered before: a record that a crash could lose was never answered.
 */
import { nanoseconds } from '../gateway/facts/nanoseconds.ts';
import type { Command, OwnerName, OwnerRefusal, SequencedRecord } from '../gateway/facts.ts';
import { holdingTime } from '../gateway/host-work.ts';
import type { Clock, Following, Soon } from '../gateway/platform-port.ts';
import { createFollowers } from './followers.ts';
import type { Journal } from './log/journal.ts';
import type { RunningOwner } from './running-owner.ts';

/**
 * Minimum distance of two records, so that ids minted from their times are never consecutive numbers.
 */
const STEP_NS = 1000n;

export interface SequencerOptions {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly owners: readonly RunningOwner[];
  /** The position up to which the owners have already applied; 0 where absent. */
  readonly applied?: number;
}

export interface Sequencer {
  /**
   * Places a command now, within the call, or right after the delivery that it is called from, so that all followers
   * see the same order. There once every follower has received it: at once where that is within the call. Rejects if the
   * owner or a follower throws.
   *
   * @param placed called when the record exists and before it is delivered.
   * @param ruling recorded in place of the owner's own verdict.
   */
  sequence(command: Command, placed?: () => void, ruling?: OwnerRefusal): Soon<SequencedRecord>;
  /** Places a command at a time later than the last record's: for the world's history, before there are followers. */
  sequenceAt(atNs: bigint, command: Command): SequencedRecord;
  /** As PlatformPort.follow. */
  follow(after: number, apply: (record: SequencedRecord) => void): Following;
  /** As `follow`, but called when a record is placed, safe or not: only for internal state, never for answers. */
  followPlaced(apply: (record: SequencedRecord) => void, after?: number): Following;
  /** The position of the newest record that every follower has received. */
  head(): number;
  /** Whether every placed record is safe and delivered. */
  isSettled(): boolean;
  /** An owner's state at the head. */
  stateOf(owner: OwnerName): unknown;
  /** The time of a command that is placed now. */
  nextAtNs(): bigint;
  /** Whether an owner accepts commands: none does once the journal is closed. */
  takes(owner: OwnerName): boolean;
}

interface Entry {
  readonly command: Command;
  readonly placed: (() => void) | undefined;
  readonly ruling: OwnerRefusal | undefined;
  /** Every follower has received it, or it failed. */
  outcome: { readonly record: SequencedRecord } | { readonly failure: unknown } | undefined;
  /** Made only for a command that has no outcome when its call returns. */
  waiter: PromiseWithResolvers<SequencedRecord> | undefined;
}

/** A placed record that is not safe yet. */
interface Placed {
  readonly record: SequencedRecord;
  readonly entry: Entry;
  /** The states of the owners, in their order. */
  readonly states: readonly unknown[];
}

/** A sequence begins with the records of its journal: the owners apply them again, unless their state is given. */
export function createSequencer({ clock, journal, owners, applied = 0 }: SequencerOptions): Sequencer {
  const byOwner = new Map(owners.map((owner) => [owner.name, owner]));
  const followers = createFollowers(journal);
  const judges = new Set<(record: SequencedRecord) => void>();
  const line: Entry[] = [];
  let placing = false;
  let lastNs = 0n;
  let lastPosition = journal.head();
  let toldPosition = lastPosition;

  /** In order; the states are those of the newest delivered record. */
  const unsafe: Placed[] = [];
  let toldStates: readonly unknown[] = [];
  let lastSafety: Promise<void> | undefined;
  let failure: unknown;
  let failed = false;

  for (let next = applied + 1; next <= lastPosition; next += 1) applyToOwners(journal.at(next) as SequencedRecord);
  lastNs = BigInt(journal.at(lastPosition)?.atNs ?? 0);

  function applyToOwners(record: SequencedRecord): void {
    for (const owner of owners) owner.apply(record);
    lastNs = nanoseconds(record.atNs);
  }

  const statesNow = (): readonly unknown[] => owners.map((owner) => owner.state());

  function nextAtNs(): bigint {
    const nowNs = clock.nowNs();
    return nowNs > lastNs + STEP_NS ? nowNs : lastNs + STEP_NS;
  }

  /** Applied when this returns. A promise: safe when it resolves. */
  function place(at: bigint, command: Command, ruling?: OwnerRefusal) {
    if (failed) throw failure;
    const owner = byOwner.get(command.owner);
    if (owner === undefined) throw new RangeError(`no owner ${command.owner} on this platform`);
    const position = lastPosition + 1;
    const atNs = at.toString();
    const verdict = ruling === undefined ? owner.judge(position, atNs, command) : { refused: ruling };
    const record: SequencedRecord = { position, atNs, command, verdict };
    const safety = append(record);
    if (safety !== undefined && unsafe.length === 0) toldStates = statesNow();
    lastPosition = position;
    applyToOwners(record);
    for (const judge of judges) judge(record);
    return { record, safety };
  }

  function append(record: SequencedRecord): Promise<void> | undefined {
    try {
      return journal.append(record);
    } catch (error) {
      fail(error);
      throw error;
    }
  }

  /** A record that was not synced is never published. Its waiters never resolve; clients retry after the restart. */
  function fail(error: unknown): void {
    if (failed) return;
    failed = true;
    failure = error;
  }

  function tell(record: SequencedRecord, entry: Entry): void {
    try {
      toldPosition = record.position;
      followers.deliver(record);
      entry.outcome = { record };
      entry.waiter?.resolve(record);
    } catch (thrown) {
      refuse(entry, thrown);
    }
  }

  function refuse(entry: Entry, thrown: unknown): void {
    entry.outcome = { failure: thrown };
    entry.waiter?.reject(thrown);
  }

  function tellSafe(): void {
    for (let next = unsafe[0]; next !== undefined; next = unsafe[0]) {
      if (next.record.position > journal.head()) return;
      unsafe.shift();
      toldStates = next.states;
      tell(next.record, next.entry);
    }
  }

  function placeLine(): void {
    placing = true;
    for (let entry = line.shift(); entry !== undefined; entry = line.shift()) {
      try {
        const { record, safety } = place(nextAtNs(), entry.command, entry.ruling);
        entry.placed?.();
        if (safety === undefined) tell(record, entry);
        else {
          unsafe.push({ record, entry, states: statesNow() });
          // One of a group reports for the whole group.
          if (safety !== lastSafety) holdingTime(clock, 'sync of the log', safety).then(tellSafe, fail);
          lastSafety = safety;
        }
      } catch (thrown) {
        refuse(entry, thrown);
      }
    }
    placing = false;
  }

  return {
    sequence(command, placed, ruling) {
      const entry: Entry = { command, placed, ruling, outcome: undefined, waiter: undefined };
      line.push(entry);
      if (!placing) placeLine();
      const { outcome } = entry;
      if (outcome !== undefined && 'record' in outcome) return outcome.record;
      entry.waiter = Promise.withResolvers();
      if (outcome !== undefined) entry.waiter.reject(outcome.failure);
      return entry.waiter.promise;
    },
    sequenceAt(atNs, command) {
      if (atNs < lastNs + STEP_NS) throw new RangeError(`a record at ${atNs} does not come after one at ${lastNs}`);
      const { record } = place(atNs, command);
      toldPosition = record.position;
      return record;
    },
    follow: followers.follow,
    followPlaced(apply, after = 0) {
      for (let next = after + 1; next <= journal.head(); next += 1) apply(journal.at(next) as SequencedRecord);
      judges.add(apply);
      return { stop: () => void judges.delete(apply) };
    },
    head: () => toldPosition,
    isSettled: () => toldPosition === lastPosition,
    stateOf(owner) {
      const index = owners.findIndex(({ name }) => name === owner);
      return unsafe.length === 0 ? owners[index]?.state() : toldStates[index];
    },
    nextAtNs,
    takes: (owner) => !failed && byOwner.has(owner),
  };
}
