/** Venue reports on their way to the platform: late, lost or duplicated. */
import type { Command } from '../../gateway/facts.ts';
import type { Submission } from '../../gateway/platform-port.ts';
import type { Faults } from './faults.ts';
import { whereOf } from './match.ts';

/** A venue considers a lost report delivered, and does not repeat it. */
const DELIVERED: Submission = { taken: true, position: 0 };

/** A `submit` of the venue's commands behind the faults of the edge `venue`. */
export function venuePast(
  faults: Pick<Faults, 'at'>,
  submit: (command: Command) => Promise<Submission>,
): (command: Command) => Promise<Submission> {
  return (command) => {
    const struck = faults.at('venue', whereOf(command, undefined));
    if (struck === undefined) return submit(command);
    return struck.then(({ act }) => {
      if (act === 'drop') return DELIVERED;
      const submission = submit(command);
      if (act === 'duplicate') submit(command).catch(() => undefined);
      return submission;
    });
  };
}
