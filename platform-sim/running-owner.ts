import type { Command, CommandBody, Ns, OwnerName, SequencedRecord, Verdict } from '../gateway/facts.ts';
import type { Owner, Sequenced } from './owner.ts';

/** An owner with its state: the only place where the state is replaced. */
export interface RunningOwner {
  readonly name: OwnerName;
  judge(position: number, atNs: Ns, command: Command): Verdict;
  apply(record: SequencedRecord): void;
  /** The owner's state: an immutable value, so it serves as a snapshot. */
  state(): unknown;
}

/** @param beginning the owner's state after every existing record; its initial state where absent. */
export function runningOwner<State, Body extends CommandBody>(
  owner: Owner<State, Body>,
  beginning?: unknown,
): RunningOwner {
  let state = (beginning as State | undefined) ?? owner.initial();
  return {
    name: owner.name,
    judge(position, atNs, command) {
      // The command's `owner` determines the type of its body.
      const verdict = owner.decide(state, {
        position,
        atNs,
        command: command as Command<Body>,
      } satisfies Sequenced<Body>);
      return 'refused' in verdict ? { refused: verdict.refused } : { facts: verdict };
    },
    apply(record) {
      state = owner.apply(state, record);
    },
    state: () => state,
  };
}
