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

/** A process took the log up, as the nth: what is minted anew at each start differs by it. */
export interface NotedStart {
  readonly kind: 'start';
  readonly count: number;
}

/** A process let the log go in peace, and its clock stood there. */
export interface NotedStop {
  readonly kind: 'stop';
}

export type Note = (NotedMaterial | NotedQuote | NotedStart | NotedStop) & {
  /** The position of the newest record that the platform had been told when it was made. */
  readonly after: number;
  readonly atNs: Ns;
};
