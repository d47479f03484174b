import { keyName } from '../contract/keys.ts';
import type { OperationId } from '../contract/routes.ts';
import type { SequencedRecord } from '../facts.ts';
import type { Clock } from '../platform-port.ts';
import { Kept } from './kept.ts';

/** What a key is bound to by its first use: anything else under the same key is refused (IDEM-06, decision A20). */
export interface KeyBinding {
  readonly orgId: number;
  readonly key: string;
  readonly userId: number;
  readonly operation: OperationId;
  /** The operation with its path ids, as commands carry it. */
  readonly resource: string;
}

/** Whoever has sent a claim's command, and hears nothing of it. */
export interface Sender {
  /** Somebody was answered 202. */
  promised(): void;
  /** The key is asked for again after that. */
  asked(): void;
}

/** A key whose write this member has under way: whoever retries it meanwhile waits for the same outcome (IDEM-05). */
export interface Claim {
  readonly binding: KeyBinding;
  /** The record that answered the key; rejects with the Refusal that freed it. */
  readonly outcome: Promise<SequencedRecord>;
  /** The door, or the platform, did not take the write: everyone waiting is told, and the key is free (IDEM-07). */
  refuse(reason: unknown): void;
  /** Somebody was answered 202: from now on the key owes an outcome. */
  promise(): void;
  readonly isPromised: boolean;
  /** Neither answered nor freed, on a member that is there still. */
  readonly isOpen: boolean;
  /** Its command is on its way, by this sender from now on. */
  attend(sender: Sender): void;
  /** Somebody asks for the key again. */
  ask(): void;
}

interface OpenClaim extends Claim {
  readonly settle: (record: SequencedRecord) => void;
  /** Its command is not on its way. */
  readonly isUnsent: boolean;
}

/**
 * One member's journal of keys: those under way here, and the answers that it has applied, each kept for `retentionMs`
 * of the record's own time (IDEM-09). An answer is not stored: it is rendered again from its record, whose rows never
 * change, so a replay cannot differ from the first answer (T12).
 */
export class KeyJournal {
  readonly #claims: Map<string, OpenClaim> = new Map();
  readonly #settled: Kept<SequencedRecord>;
  readonly #clock: Clock;

  constructor(clock: Clock, retentionMs: number) {
    this.#clock = clock;
    this.#settled = new Kept(retentionMs);
  }

  /** Writes under way on this member. */
  get underWay(): number {
    return this.#claims.size;
  }

  settled(orgId: number, key: string): SequencedRecord | undefined {
    return this.#settled.get(keyName(orgId, key), this.#clock.nowNs());
  }

  claimed(orgId: number, key: string): Claim | undefined {
    return this.#claims.get(keyName(orgId, key));
  }

  /** Takes a key that is neither settled nor claimed here. */
  claim(binding: KeyBinding): Claim {
    const name = keyName(binding.orgId, binding.key);
    const { promise, resolve, reject } = Promise.withResolvers<SequencedRecord>();
    // After a 202 nobody may be waiting any more: a rejection then is nobody's to handle.
    promise.catch(() => undefined);
    let isPromised = false;
    let sender: Sender | undefined;
    const isOpen = (): boolean => this.#claims.get(name) === claim;
    const claim: OpenClaim = {
      binding,
      outcome: promise,
      settle: resolve,
      refuse: (reason) => {
        if (isOpen()) this.#claims.delete(name);
        reject(reason);
      },
      promise: () => {
        if (isPromised) return;
        isPromised = true;
        sender?.promised();
      },
      get isOpen() {
        return isOpen();
      },
      get isUnsent() {
        return sender === undefined;
      },
      attend: (now) => {
        sender = now;
        if (isPromised) now.promised();
      },
      ask: () => {
        if (isPromised) sender?.asked();
      },
      get isPromised() {
        return isPromised;
      },
    };
    this.#claims.set(name, claim);
    return claim;
  }

  /** Frees every key whose command is not on its way: the member ends, and nothing was queued. */
  interrupt(reason: unknown): void {
    for (const claim of [...this.#claims.values()]) {
      if (claim.isUnsent) claim.refuse(reason);
    }
  }

  /** The platform still answers for a key that is too old by this member's clock: by the record that it had applied. */
  recall(orgId: number, key: string): void {
    const name = keyName(orgId, key);
    const record = this.#settled.get(name, 0n);
    if (record !== undefined) this.#settle(name, record);
  }

  /** Resolves once every key that somebody was answered 202 for has come to an outcome. */
  async promisesKept(): Promise<void> {
    for (const claim of this.#claims.values()) {
      if (claim.isPromised) await claim.outcome.catch(() => undefined);
    }
  }

  /** Forgets what is under way: nobody is here any more to hear of it. */
  close(): void {
    this.#claims.clear();
  }

  apply(record: SequencedRecord): void {
    const { key, principal } = record.command;
    if (key === null) return;
    const name = keyName(principal.orgId, key);
    this.#settled.set(name, record, BigInt(record.atNs));
    this.#settle(name, record);
  }

  #settle(name: string, record: SequencedRecord): void {
    const claim = this.#claims.get(name);
    this.#claims.delete(name);
    claim?.settle(record);
  }
}
