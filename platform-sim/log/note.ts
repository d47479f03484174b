/**
 * What a platform must remember and its sequence does not say: it is for nobody else to read. A platform that goes on from
 * a sequence goes on from its notes, too; without them it has forgotten key material and quotes that were moved by hand.
 */
import type { Ns } from '../../gateway/facts.ts';
import type { Traits } from '../vault/traits.ts';
import type { BookRow } from '../venues/book.ts';

export interface NotedMaterial {
  readonly kind: 'material';
  readonly orgId: number;
  readonly key: string;
  /** Of the vault's own salt: the material's text is nowhere. */
  readonly digest: string;
  readonly traits: Traits;
}

export interface NotedQuote {
  readonly kind: 'quote';
  readonly row: BookRow;
}

/** A process took the log up, or let it go in peace: how often it was, and how late. */
export interface NotedTurn {
  readonly kind: 'start' | 'stop';
}

export type Note = (NotedMaterial | NotedQuote | NotedTurn) & {
  /** The position of the newest record that the platform had been told when it was made. */
  readonly after: number;
  readonly atNs: Ns;
};
