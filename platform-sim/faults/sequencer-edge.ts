/** The queue of all owners into the sequence: while a command waits in it, all later commands wait. */
import type { Sequencer } from '../sequencer.ts';
import type { Faults } from './faults.ts';
import { whereOf } from './match.ts';

/** The same sequencer behind the faults of the edge. */
export function sequencerPast(faults: Pick<Faults, 'at'>, sequencer: Sequencer): Sequencer {
  /** Settles when the last command in the queue has gone; undefined: the queue is empty. */
  let line: Promise<void> | undefined;
  return {
    ...sequencer,
    sequence(command, placed, ruling) {
      const struck = faults.at('sequencer', whereOf(command, undefined));
      if (struck === undefined && line === undefined) return sequencer.sequence(command, placed, ruling);
      const turn = (line ?? Promise.resolve()).then(() => struck).then(() => undefined);
      // Placed within its turn: the next command finds the queue empty only once this one has its position.
      const record = turn.then(() => sequencer.sequence(command, placed, ruling));
      line = turn;
      void turn.then(() => {
        if (line === turn) line = undefined;
      });
      return record;
    },
  };
}
