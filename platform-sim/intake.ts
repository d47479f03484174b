/**
 * The way of a command into the sequence: through the faults, into its owner's inbox once for each key, and to its
 * position. Without faults all of it happens within the call, so commands are sequenced in the order of the calls.
 */
import { keyName } from '../gateway/contract/keys.ts';
import { nanoseconds } from '../gateway/facts/nanoseconds.ts';
import type { Command, OwnerName, OwnerRefusal, SequencedRecord } from '../gateway/facts.ts';
import type { KeyState, NotTaken, Soon, Submission } from '../gateway/platform-port.ts';
import { ExpiringMap } from '../gateway/state/expiring-map.ts';
import { FaultFailed, type Faults } from './faults/faults.ts';
import { GO, type Outcome } from './faults/kind.ts';
import { whereOf } from './faults/match.ts';
import { never } from './faults/never.ts';
import { createInbox, type Waiting } from './inbox.ts';
import type { PlatformLimits } from './limits.ts';
import { createOwnerPresence, type OwnerPresence } from './owner-presence.ts';
import type { Sequencer } from './sequencer.ts';

export interface Intake {
  /** @param member the submitter; undefined: the platform itself. */
  submit(command: Command, member?: string): Soon<Submission>;
  lookUp(orgId: number, key: string, member?: string): Soon<KeyState>;
  /** Whether the sequence holds the answer of a key. */
  isBound(orgId: number, key: string): boolean;
  /** The presence of the owners: an absent one accepts nothing, and commands in its inbox wait for its return. */
  readonly owners: OwnerPresence;
  /** Whether a command of the key is on its way into the sequence. */
  isPending(orgId: number, key: string): boolean;
  /** The position of a key's record, delivered or only placed. */
  positionOf(orgId: number, key: string): number | undefined;
  /** The number of an owner's commands that wait to be sequenced. */
  waiting(owner: OwnerName): number;
  /** The bound keys, for another intake to continue from. They do not change with this one. */
  mark(): BoundKeys;
}

/** The records of keys, by the keys' names. */
export type BoundKeys = ExpiringMap<SequencedRecord>;

export interface IntakeOptions {
  readonly sequencer: Sequencer;
  readonly faults: Faults;
  readonly limits: PlatformLimits;
  /** As of the journal: a key that is not known is then not known to be free either. */
  readonly stalled?: (() => Promise<void> | undefined) | undefined;
  /** The command of a key that a 202 has promised, wherever it is. */
  readonly owed?: ((orgId: number, key: string) => Command | undefined) | undefined;
  /** The keys of all existing records; absent: they are read. */
  readonly from?: BoundKeys | undefined;
}

const KEY_REUSED: Submission = { taken: false, why: 'KEY_REUSED' };

/** Creates the intake in front of a sequencer. */
export function createIntake({ sequencer, faults, limits, stalled, from, owed }: IntakeOptions): Intake {
  const inbox = createInbox(limits.inboxCommands);
  const owners = createOwnerPresence();
  // Submitted, but held by a fault before the inbox: no other member may take its key for unknown (T17).
  const onTheWay = new Map<string, Command>();
  // Deduplication happens in the sequence, so a key has one effect through any member.
  const keys: BoundKeys = from?.fork() ?? new ExpiringMap(limits.keyRetentionMs);

  // Every record with a key binds it, also those of the world's history. It binds as soon as it is placed: an unsynced
  // record is not published, but no other command may take its key.
  sequencer.followPlaced((record) => {
    const { key, principal } = record.command;
    if (key !== null) keys.set(keyName(principal.orgId, key), record, nanoseconds(record.atNs));
  }, from && sequencer.head());

  /** The record of a key. */
  const boundTo = (orgId: number, key: string) => keys.get(keyName(orgId, key), sequencer.nextAtNs());

  /** The earlier result of a key: it has one effect, and only its first use may repeat it. */
  function earlier(command: Command): Soon<Submission> | undefined {
    const { key, principal } = command;
    if (key === null) return undefined;
    const bound = boundTo(principal.orgId, key);
    if (bound !== undefined) {
      return sameUse(bound.command, command) ? { taken: true, position: bound.position } : KEY_REUSED;
    }
    const pending = inbox.pending(principal.orgId, key);
    if (pending === undefined) return undefined;
    return sameUse(pending.command, command) ? pending.submission : KEY_REUSED;
  }

  function enter(command: Command, member: string | undefined): Soon<Submission> {
    const submitted = earlier(command);
    if (submitted !== undefined) return submitted;
    if (!sequencer.takes(command.owner) || owners.isAway(command.owner)) return notTaken('OWNER_ABSENT');
    if (inbox.isFull(command.owner)) return notTaken('INBOX_FULL');

    const waiting: Waiting = { command };
    const leave = inbox.enter(waiting);
    const struck = faults.at('verdict', whereOf(command, member));
    waiting.submission = struck === undefined ? sequenced(command, leave) : judged(command, leave, struck);
    return waiting.submission;
  }

  async function judged(command: Command, leave: () => void, struck: Promise<Outcome>): Promise<Submission> {
    try {
      const outcome = await struck;
      if (outcome.act === 'fail') throw new FaultFailed('verdict');
      // The owner left while the command was in its inbox: it was accepted, so it waits and is judged once (T11).
      if (owners.isAway(command.owner)) await owners.there(command.owner);
      return await sequenced(command, leave, outcome.act === 'refuse' ? rulingOf(outcome.code) : undefined);
    } finally {
      leave();
    }
  }

  function sequenced(command: Command, leave: () => void, ruling?: OwnerRefusal): Soon<Submission> {
    const record = sequencer.sequence(command, leave, ruling);
    return record instanceof Promise ? record.then(taken).finally(leave) : taken(record);
  }

  const pendingOf = (orgId: number, key: string): Command | undefined =>
    inbox.pending(orgId, key)?.command ?? onTheWay.get(keyName(orgId, key));

  function stateOf(orgId: number, key: string): KeyState {
    const bound = boundTo(orgId, key);
    if (bound !== undefined) return { state: 'settled', position: bound.position, command: bound.command };
    const pending = pendingOf(orgId, key) ?? owed?.(orgId, key);
    return pending === undefined ? { state: 'absent' } : { state: 'pending', command: pending };
  }

  return {
    submit(command, member) {
      const struck = faults.at('inbox', whereOf(command, member));
      if (struck === undefined) return enter(command, member);
      const name = command.key === null ? undefined : keyName(command.principal.orgId, command.key);
      if (name !== undefined) onTheWay.set(name, command);
      return struck.then((outcome) => {
        if (name !== undefined && onTheWay.get(name) === command) onTheWay.delete(name);
        if (outcome.act === 'fail') throw new FaultFailed('inbox');
        return outcome.act === 'refuse' ? notTaken(outcome.code as NotTaken) : enter(command, member);
      });
    },
    async lookUp(orgId, key, member) {
      const { act } = (await faults.at('look-up', { org: orgId, key, member })) ?? GO;
      if (act === 'fail') throw new FaultFailed('look-up');
      if (act === 'crash') return never();
      const known = stateOf(orgId, key);
      if (known.state !== 'absent' || stalled === undefined) return known;
      // Its write would wait for nothing: the member refuses it at its write deadline, and nothing is sent (IDEM-14).
      for (let over = stalled(); over !== undefined; over = stalled()) await over;
      return stateOf(orgId, key);
    },
    isPending: (orgId, key) => pendingOf(orgId, key) !== undefined,
    positionOf: (orgId, key) => boundTo(orgId, key)?.position,
    owners,
    waiting: inbox.size,
    mark: () => keys.fork(),
    isBound: (orgId, key) => boundTo(orgId, key) !== undefined,
  };
}

/** Whether it is the same operation on the same resource by the same user (decision A20). */
function sameUse(earlier: Command, now: Command): boolean {
  return earlier.operation === now.operation && earlier.principal.userId === now.principal.userId;
}

function rulingOf(code: string): OwnerRefusal {
  return { code, message: 'refused by a fault of the sandbox', observedValue: null, limitValue: null };
}

function notTaken(why: NotTaken): Submission {
  return { taken: false, why };
}

function taken({ position }: SequencedRecord): Submission {
  return { taken: true, position };
}
