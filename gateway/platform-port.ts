/**
 * All that a member asks of a platform. A member imports nothing else of it: the simulator, an embedded log and a
 * distributed one each implement this, and a known-bad member may wrap it.
 */
import type { Command, QuoteRow, SequencedRecord } from './facts.ts';
import type { HostWork } from './host-work.ts';

/** The platform's clock: the only time that a member knows. */
export interface Clock {
  /** Epoch nanoseconds. */
  nowNs(): bigint;
  /** Runs `run` once, `delayMs` of this clock from now. `label` is what a report of fired timers shows. */
  after(delayMs: number, label: string, run: () => void): Timer;
  /** Of a clock that is moved by hand: what it waits for before it goes on. */
  readonly hostWork?: HostWork | undefined;
}

export interface Timer {
  cancel(): void;
}

/** What the platform's sequenced state says of a key of an organisation. */
export type KeyState =
  | { readonly state: 'absent' }
  /** In an owner's inbox, not sequenced yet. */
  | { readonly state: 'pending'; readonly command: Command }
  /** Sequenced at this position: the answer is there, on this member as soon as it has applied it. */
  | { readonly state: 'settled'; readonly position: number; readonly command: Command };

/** Why the platform did not take a command: nothing was queued, the key is free. */
export type NotTaken = 'INBOX_FULL' | 'OWNER_ABSENT' | 'INTERRUPTED';

export type Submission =
  /** Sequenced: now, or earlier under the same key and the same operation. */
  | { readonly taken: true; readonly position: number }
  | { readonly taken: false; readonly why: NotTaken }
  /** The key is bound to another operation. */
  | { readonly taken: false; readonly why: 'KEY_REUSED' };

/** Key material on its way to the platform's vault, of a write that no journal has an answer for. */
export interface Material {
  readonly orgId: number;
  /** The command key of the write: what the vault stores it under. */
  readonly key: string;
  readonly exchangeId: number;
  /** By name. Secrets: never logged, never recorded, never answered. */
  readonly legs: Readonly<Record<string, string>>;
  /** From a member of before 0.11.3, which has not asked its journal yet: it is stored whatever has become of the key. */
  readonly unasked?: true;
}

export type Stored =
  | { readonly stored: true }
  /** The vault holds other material under this key. */
  | { readonly stored: false; readonly why: 'KEY_REUSED' }
  | { readonly stored: false; readonly why: 'RATE_LIMITED'; readonly retryAfterS: number }
  | { readonly stored: false; readonly why: 'UNAVAILABLE' };

export interface PlatformPort {
  /** Hands a command to its owner; settles when it is sequenced, or at once where it is not taken. May never settle. */
  submit(command: Command): Promise<Submission>;
  /**
   * Stores key material under its command key; the same material under the same key again is stored already. Of a key that
   * came to its answer meanwhile none is stored, and the write goes on to hear that answer.
   */
  storeMaterial(material: Material): Promise<Stored>;
  /** What the platform holds of a key. May take long: the member's write deadline bounds the wait. */
  lookUp(orgId: number, key: string): Promise<KeyState>;
  /**
   * Every record from `after` on (0: from the first), in order, each once; then each new one as it is sequenced.
   * Records that exist already are handed over before `follow` returns, unless the platform makes this member lag.
   */
  follow(after: number, apply: (record: SequencedRecord) => void): Following;
  /** The position of the newest record. */
  head(): number;
  /**
   * The venue's quotes of one instrument: the last at once where there is one, then each as the venue restates it. Market
   * data, of no position: what orders are priced from is what the sequence records.
   */
  quotes(instrumentId: number, heard: (quote: QuoteRow) => void): Following;
}

export interface Following {
  stop(): void;
}
