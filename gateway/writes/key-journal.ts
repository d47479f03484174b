import { keyName } from '../contract/keys.ts';
import { Refusal } from '../contract/refusals.ts';
import { nanoseconds } from '../facts/nanoseconds.ts';
import type { Command, SequencedRecord } from '../facts.ts';
import type { Clock, NotTaken, PlatformPort, Submission, Timer } from '../platform-port.ts';
import { ExpiringMap } from '../state/expiring-map.ts';
import { type KeyBinding, keyReused } from './key-binding.ts';
import { type KeyEffect, type KeyEvent, type KeyState, owesOutcome, stepOf } from './key-table.ts';

const NOT_TAKEN: Readonly<Record<NotTaken, string>> = {
  INBOX_FULL: "the record owner's inbox is full: nothing was queued, retry with the same key",
  OWNER_ABSENT: 'the record owner is away: nothing was queued, retry with the same key',
  INTERRUPTED: 'the write was interrupted before it was sequenced: retry with the same key',
};

const notTaken = (why: NotTaken): Refusal => new Refusal(why, NOT_TAKEN[why]);

/** The delay before a promised command is sent again: the first, and the maximum after doubling. */
const FIRST_RESEND_MS = 250;
const FIRST_SILENCE_MS = 10_000;
const LAST_RESEND_MS = 60_000;
const doubled = (ms: number): number => Math.min(ms * 2, LAST_RESEND_MS);

/** The parts of a member that keys use. */
interface KeyParts {
  readonly clock: Clock;
  readonly port: Pick<PlatformPort, 'submit' | 'promise'>;
}

/** What a reply of the platform is to a key, and the reason that its waiting requests get if it frees the key. */
type Reply = readonly [reason: unknown, event: KeyEvent];

function replyOf(submission: Submission): Reply {
  if (submission.taken) return [undefined, 'reply-taken'];
  if (submission.why === 'KEY_REUSED') return [keyReused(), 'reply-key-reused'];
  return [notTaken(submission.why), 'reply-not-taken'];
}

/** A key with a write in progress on this member: the state machine of `key-table.ts`. */
export class Claim {
  readonly binding: KeyBinding;
  /** When its first request came. */
  readonly beganNs: bigint;
  readonly #parts: KeyParts;
  readonly #ended: () => void;
  #record: SequencedRecord | undefined;
  /** Why the key was freed. */
  #freed: { readonly reason: unknown } | undefined;
  /** Made for the first that waits: most keys have their record before anyone does. */
  #waiters: PromiseWithResolvers<SequencedRecord> | undefined;
  #state: KeyState = 'claimed';
  #command: Command | undefined;
  /** Replies to any but the last do not count. */
  #submissions = 0;
  #timer: Timer | undefined;
  #resendMs = FIRST_RESEND_MS;
  #silenceMs = FIRST_SILENCE_MS;

  /** @param ended called when the key is settled, freed or abandoned; perhaps more than once */
  constructor(binding: KeyBinding, parts: KeyParts, ended: () => void) {
    this.binding = binding;
    this.#parts = parts;
    this.beganNs = parts.clock.nowNs();
    this.#ended = ended;
  }

  /** The record that answers the key, once it is applied here. */
  get record(): SequencedRecord | undefined {
    return this.#record;
  }

  /** The record that answers the key. Rejects with the reason why the key was freed. */
  get outcome(): Promise<SequencedRecord> {
    if (this.#waiters === undefined) {
      this.#waiters = Promise.withResolvers();
      // After a 202 no request may be waiting: a rejection then has no handler.
      this.#waiters.promise.catch(() => undefined);
      if (this.#record !== undefined) this.#waiters.resolve(this.#record);
      if (this.#freed !== undefined) this.#waiters.reject(this.#freed.reason);
    }
    return this.#waiters.promise;
  }

  get owesOutcome(): boolean {
    return owesOutcome(this.#state);
  }

  /**
   * Submits the command, unless the key has its outcome already. A command that the platform takes comes back as a record,
   * which settles the key. A promised one that it does not take, or does not reply to, is sent again at growing intervals:
   * a key has one effect however often it is sent.
   */
  send(command: Command): void {
    this.#command = command;
    if (this.owesOutcome) this.#parts.port.promise?.(command)?.catch(() => undefined);
    this.on('send');
  }

  /**
   * A client is about to be answered 202. Resolves once the platform has stored the write: a 202 whose write a crash could
   * lose would lead nowhere (T17). undefined: it can be answered now.
   */
  promise(): Promise<void> | undefined {
    this.on('promise');
    return this.#command && this.#parts.port.promise?.(this.#command);
  }

  /** The write is refused before it is sent, or `event` may free the key otherwise: waiting requests get the reason. */
  refuse(reason: unknown, event: KeyEvent = 'refuse'): void {
    this.on(event, () => {
      this.#freed = { reason };
      this.#waiters?.reject(reason);
    });
  }

  apply(record: SequencedRecord): void {
    this.on('apply', () => {
      this.#record = record;
      this.#waiters?.resolve(record);
    });
  }

  /** @throws Error where the event cannot happen in the key's state */
  on(event: KeyEvent, notifyWaiters: () => void = () => undefined): void {
    const { to, does } = stepOf(this.#state, event);
    this.#state = to;
    for (const effect of does) Claim.#DO[effect](this, notifyWaiters);
  }

  static readonly #DO: Readonly<Record<KeyEffect, (claim: Claim, notifyWaiters: () => void) => void>> = {
    submit: (claim) => void claim.#submit(),
    watch: (claim) => claim.#after(claim.#silenceMs, 'promised write unheard of, sent again', 'silence'),
    'lengthen-silence': (claim) => {
      claim.#silenceMs = doubled(claim.#silenceMs);
    },
    'resend-later': (claim) => {
      claim.#after(claim.#resendMs, 'promised write sent again', 'resend-due');
      claim.#resendMs = doubled(claim.#resendMs);
    },
    'stop-timer': (claim) => claim.#timer?.cancel(),
    'leave-journal': (claim) => claim.#ended(),
    'notify-waiters': (_, notifyWaiters) => notifyWaiters(),
  };

  #after(delayMs: number, label: string, event: KeyEvent): void {
    this.#timer?.cancel();
    this.#timer = this.#parts.clock.after(delayMs, label, () => this.on(event));
  }

  async #submit(): Promise<void> {
    const command = this.#command;
    if (command === undefined) throw new Error('a key without a command cannot be sent');
    this.#submissions += 1;
    const submission = this.#submissions;
    const reply = await this.#submitted(command);
    if (submission === this.#submissions) this.refuse(...reply);
  }

  async #submitted(command: Command): Promise<Reply> {
    try {
      return replyOf(await this.#parts.port.submit(command));
    } catch (failure) {
      return [failure, 'reply-not-taken'];
    }
  }
}

/** The records that a member has applied, by the name of their key. */
export type SettledKeys = ExpiringMap<SequencedRecord>;

/**
 * One member's journal of keys: claims in progress, and the answers that it has applied. An answer is kept for
 * `retentionMs` of its record's own time (IDEM-09). It is rendered from its record each time, whose rows never change, so
 * that a replay cannot differ from the first answer (T12).
 */
export class KeyJournal {
  readonly #claims: Map<string, Claim> = new Map();
  readonly #settled: SettledKeys;
  readonly #parts: KeyParts;

  /** @param settled the answers of an earlier member, which this one replays, too. */
  constructor(parts: KeyParts, retentionMs: number, settled?: SettledKeys) {
    this.#parts = parts;
    this.#settled = settled?.fork() ?? new ExpiringMap(retentionMs);
  }

  /** A copy of the applied answers: claims in progress are not included. */
  settledKeys(): SettledKeys {
    return this.#settled.fork();
  }

  /** Writes in progress on this member. */
  get inProgress(): number {
    return this.#claims.size;
  }

  settled(orgId: number, key: string): SequencedRecord | undefined {
    return this.#settled.get(keyName(orgId, key), this.#parts.clock.nowNs());
  }

  claimed(orgId: number, key: string): Claim | undefined {
    return this.#claims.get(keyName(orgId, key));
  }

  /** Takes a key that is neither settled nor claimed here. */
  claim(binding: KeyBinding): Claim {
    const name = keyName(binding.orgId, binding.key);
    const claim = new Claim(binding, this.#parts, () => {
      if (this.#claims.get(name) === claim) this.#claims.delete(name);
    });
    this.#claims.set(name, claim);
    return claim;
  }

  /** The member drains: frees every key whose command is not sent yet (IDEM-18). */
  interrupt(): void {
    for (const claim of [...this.#claims.values()]) claim.refuse(notTaken('INTERRUPTED'), 'interrupt');
  }

  /** The member stops: nothing is sent for a key any more. */
  stop(): void {
    for (const claim of [...this.#claims.values()]) claim.on('stop');
  }

  /** Makes a key replay its record past this member's retention: the platform still holds the answer. */
  recall(orgId: number, key: string): void {
    const record = this.#settled.get(keyName(orgId, key), 0n);
    if (record !== undefined) this.claimed(orgId, key)?.apply(record);
  }

  /** Resolves once every key that a client was answered 202 for has its outcome. */
  async promisesKept(): Promise<void> {
    for (const claim of [...this.#claims.values()]) {
      if (claim.owesOutcome) await claim.outcome.catch(() => undefined);
    }
  }

  apply(record: SequencedRecord): void {
    const { key, principal } = record.command;
    if (key === null) return;
    const name = keyName(principal.orgId, key);
    this.#settled.set(name, record, nanoseconds(record.atNs));
    this.#claims.get(name)?.apply(record);
  }
}
