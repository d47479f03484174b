/**
 * One record owner: a single writer over the whole sequence. Both functions are pure: the same state and input give the
 * same result, nothing is read from outside and nothing given is changed (`owners/pure.test.ts` freezes inputs).
 *
 * `apply` is called for every record of the sequence, its own and the other owners', so an owner keeps what it needs of
 * theirs (the orders owner keeps accounts, instruments and caps) without asking anybody.
 */
import type { Command, CommandBody, Fact, Ns, OwnerName, OwnerRefusal, SequencedRecord } from '../gateway/facts.ts';

/** A command with the place and time at which it is judged. */
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

/** An owner's refusal, apart from facts by its type. */
export interface Refused {
  readonly refused: OwnerRefusal;
}
