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
}

interface OpenClaim extends Claim {
  readonly settle: (record: SequencedRecord) => void;
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
    const claim: OpenClaim = {
      binding,
      outcome: promise,
      settle: resolve,
      refuse: (reason) => {
        if (this.#claims.get(name) === claim) this.#claims.delete(name);
        reject(reason);
      },
      promise: () => {
        isPromised = true;
      },
      get isPromised() {
        return isPromised;
      },
    };
    this.#claims.set(name, claim);
    return claim;
  }

  apply(record: SequencedRecord): void {
    const { key, principal } = record.command;
    if (key === null) return;
    const name = keyName(principal.orgId, key);
    this.#settled.set(name, record, BigInt(record.atNs));
    const claim = this.#claims.get(name);
    this.#claims.delete(name);
    claim?.settle(record);
  }
}
