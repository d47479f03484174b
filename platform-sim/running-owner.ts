import type { Command, CommandBody, Ns, OwnerName, SequencedRecord, Verdict } from '../gateway/facts.ts';
import type { Owner, Sequenced } from './owner.ts';

/** An owner at work: the one place where its state changes hands. */
export interface RunningOwner {
  readonly name: OwnerName;
  judge(position: number, atNs: Ns, command: Command): Verdict;
  apply(record: SequencedRecord): void;
  /** What the owner has come to: a value that never changes, so a snapshot as it is. */
  state(): unknown;
}

/** @param beginning what the owner had come to elsewhere, with every record that there is; its own beginning where absent. */
export function runningOwner<State, Body extends CommandBody>(
  owner: Owner<State, Body>,
  beginning?: unknown,
): RunningOwner {
  let state = (beginning as State | undefined) ?? owner.initial();
  return {
    name: owner.name,
    judge(position, atNs, command) {
      // The command's `owner` says whose body it is.
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
