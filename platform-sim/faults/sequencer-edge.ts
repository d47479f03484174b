/** The one line of all owners into the sequence: while a command waits in it, so does everything that comes behind. */
import type { Sequencer } from '../sequencer.ts';
import type { Faults } from './faults.ts';
import { whereOf } from './where-of.ts';

/** The same sequencer with the faults of the edge before it. */
export function sequencerPast(faults: Pick<Faults, 'at'>, sequencer: Sequencer): Sequencer {
  /** Settles when the last in line has gone; undefined: nobody waits, and nothing has to. */
  let line: Promise<void> | undefined;
  return {
    ...sequencer,
    sequence(command, placed, ruling) {
      const struck = faults.at('sequencer', whereOf(command, undefined));
      if (struck === undefined && line === undefined) return sequencer.sequence(command, placed, ruling);
      const turn = (line ?? Promise.resolve()).then(() => struck).then(() => undefined);
      // Placed within its turn: who comes next finds the line empty only when this one has its place.
      const record = turn.then(() => sequencer.sequence(command, placed, ruling));
      line = turn;
      void turn.then(() => {
        if (line === turn) line = undefined;
      });
      return record;
    },
  };
}
