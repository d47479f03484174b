/**
 * What a platform must remember beyond its sequence; no other reader uses it. A platform that continues from a sequence
 * also needs its notes; without them it has lost key material and quotes that were moved by hand.
 */
import type { Command, Ns } from '../../gateway/facts.ts';
import type { Traits } from '../vault/traits.ts';
import type { BookRow } from '../venues/book.ts';

export interface NotedMaterial {
  readonly kind: 'material';
  readonly orgId: number;
  readonly key: string;
  /** Salted with the vault's own salt; the material's text is not stored. */
  readonly digest: string;
  readonly traits: Traits;
}

export interface NotedQuote {
  readonly kind: 'quote';
  readonly row: BookRow;
}

/** A write that a client was answered 202 for: it is carried out, whichever process ends (T17). */
export interface NotedPromise {
  readonly kind: 'promise';
  readonly command: Command;
  /** The member that sends it. */
  readonly member: string;
}

/** The nth process opened the log: what is minted at each start depends on it. */
export interface NotedStart {
  readonly kind: 'start';
  readonly count: number;
}

/** A process closed the log orderly, with its clock at this time. */
export interface NotedStop {
  readonly kind: 'stop';
}

export type Note = (NotedMaterial | NotedQuote | NotedPromise | NotedStart | NotedStop) & {
  /** The position of the newest record that the platform had received then. */
  readonly after: number;
  readonly atNs: Ns;
};
