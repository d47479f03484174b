/** Venue reports on their way to the platform: late, lost or duplicated. */
import type { Command } from '../../gateway/facts.ts';
import type { Submission } from '../../gateway/platform-port.ts';
import type { Faults } from './faults.ts';
import { whereOf } from './match.ts';

/** A venue takes a lost report for delivered, and does not repeat it. */
const TOLD: Submission = { taken: true, position: 0 };

/** A `submit` of the venue's commands behind the faults of the edge `venue`. */
export function venuePast(
  faults: Pick<Faults, 'at'>,
  submit: (command: Command) => Promise<Submission>,
): (command: Command) => Promise<Submission> {
  return (command) => {
    const struck = faults.at('venue', whereOf(command, undefined));
    if (struck === undefined) return submit(command);
    return struck.then(({ act }) => {
      if (act === 'drop') return TOLD;
      const told = submit(command);
      if (act === 'duplicate') submit(command).catch(() => undefined);
      return told;
    });
  };
}
