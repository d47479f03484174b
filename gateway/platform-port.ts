/**
 * Everything that a member needs of a platform. A member imports nothing else of it: the simulator, an embedded log and
 * a distributed one each implement this, and a known-bad member may wrap it.
 */
import type { Command, QuoteRow, SequencedRecord } from './facts.ts';
import type { HostWork } from './host-work.ts';

/** The platform's clock: the only source of time for a member. */
export interface Clock {
  /** Epoch nanoseconds. */
  nowNs(): bigint;
  /** Calls `run` once, after `delayMs` of this clock. `label` names the timer in reports of fired timers. */
  after(delayMs: number, label: string, run: () => void): Timer;
  /** For a clock that is moved by hand: the work that it waits for before it moves. */
  readonly hostWork?: HostWork | undefined;
}

export interface Timer {
  cancel(): void;
}

/** The state of an organisation's key in the platform's sequence. */
export type KeyState =
  | { readonly state: 'absent' }
  /** In an owner's inbox, not sequenced yet. */
  | { readonly state: 'pending'; readonly command: Command }
  /** Sequenced at this position; this member can answer once it has applied it. */
  | { readonly state: 'settled'; readonly position: number; readonly command: Command };

/** Why the platform did not accept a command: nothing was queued, and the key is free. */
export type NotTaken = 'INBOX_FULL' | 'OWNER_ABSENT' | 'INTERRUPTED';

export type Submission =
  /** Sequenced now, or earlier under the same key and operation. */
  | { readonly taken: true; readonly position: number }
  | { readonly taken: false; readonly why: NotTaken }
  /** The key is bound to another operation. */
  | { readonly taken: false; readonly why: 'KEY_REUSED' };

/** Key material for the platform's vault, of a write whose key has no answer in any journal. */
export interface Material {
  readonly orgId: number;
  /** The command key of the write; the vault stores the material under it. */
  readonly key: string;
  readonly exchangeId: number;
  /** By name. Secrets: never logged, recorded or returned. */
  readonly legs: Readonly<Record<string, string>>;
  /**
   * Set by a member before 0.11.3, before it checks its journal: the material is stored for any state of the
   * key.
   */
  readonly unasked?: true;
}

export type Stored =
  | { readonly stored: true }
  /** The vault holds other material under this key. */
  | { readonly stored: false; readonly why: 'KEY_REUSED' }
  | { readonly stored: false; readonly why: 'RATE_LIMITED'; readonly retryAfterS: number }
  | { readonly stored: false; readonly why: 'UNAVAILABLE' };

/** A value that is ready, or a promise of one that is not. */
export type Soon<Value> = Value | Promise<Value>;

export interface PlatformPort {
  /**
   * Submits a command to its owner. There at once where it is sequenced within the call, or not accepted; otherwise it
   * settles when the command is sequenced. May never settle.
   */
  submit(command: Command): Soon<Submission>;
  /**
   * Stores a command that a client is about to be answered 202 for, so that it is carried out whichever process ends.
   * Resolves when it is stored; undefined: there is nothing to wait for. Absent: a platform that ends with its members.
   */
  promise?(command: Command): Promise<void> | undefined;
  /** Whether that takes time: it is then begun before the sync deadline, at which the 202 is due. */
  readonly storesPromises?: boolean;
  /**
   * Stores key material under its command key; storing the same material again under the same key succeeds. If the key
   * got its answer meanwhile, nothing is stored and the write continues to that answer.
   */
  storeMaterial(material: Material): Promise<Stored>;
  /** The platform's state of a key. May take long: the member's write deadline bounds the wait. */
  lookUp(orgId: number, key: string): Soon<KeyState>;
  /**
   * Every record after position `after` (0: from the first), in order, each once; then each new one as it is sequenced.
   * Existing records are delivered before `follow` returns, unless the platform makes this member lag.
   */
  follow(after: number, apply: (record: SequencedRecord) => void): Following;
  /** The position of the newest record. */
  head(): number;
  /**
   * The venue's quotes of one instrument: the last quote at once if there is one, then each new one. Market data
   * without a position: the sequence records the quote that prices an order.
   */
  quotes(instrumentId: number, received: (quote: QuoteRow) => void): Following;
}

export interface Following {
  stop(): void;
}
