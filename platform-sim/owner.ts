/**
 * One record owner: a single writer over the whole sequence. Both functions are pure: the same state and input give the
 * same result, without external reads or mutation (`owners/pure.test.ts` freezes inputs).
 *
 * `apply` is called for every record of the sequence, its own and the other owners'. So an owner keeps what it needs of
 * theirs without asking: the orders owner keeps accounts, instruments and caps.
 */
import type { Command, CommandBody, Fact, Ns, OwnerName, OwnerRefusal, SequencedRecord } from '../gateway/facts.ts';

/** A command with the position and time at which it is judged. */
export interface Sequenced<Body extends CommandBody> {
  readonly position: number;
  readonly atNs: Ns;
  readonly command: Command<Body>;
}

export interface Owner<State, Body extends CommandBody> {
  readonly name: OwnerName;
  initial(): State;
  decide(state: State, command: Sequenced<Body>): readonly Fact[] | Refused;
  apply(state: State, record: SequencedRecord): State;
}

/** An owner's refusal; its type distinguishes it from facts. */
export interface Refused {
  readonly refused: OwnerRefusal;
}
