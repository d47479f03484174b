/** A member's command on its way to the platform: lost, late, sent twice. The platform knows nothing of it before it comes. */
import type { Command } from '../../gateway/facts.ts';
import type { Submission } from '../../gateway/platform-port.ts';
import { FaultFailed, type Faults } from './faults.ts';
import { never } from './never.ts';
import { whereOf } from './where-of.ts';

/** @param arrive hands it to the platform. */
export function sendPast(
  faults: Pick<Faults, 'at'>,
  member: string,
  command: Command,
  arrive: () => Promise<Submission>,
): Promise<Submission> {
  const struck = faults.at('send', whereOf(command, member));
  if (struck === undefined) return arrive();
  return struck.then(({ act }) => {
    switch (act) {
      case 'fail':
        throw new FaultFailed('send');
      case 'drop':
      case 'crash':
        return never<Submission>();
      case 'duplicate': {
        const first = arrive();
        // Whatever the second hears, the first is what the member asked for.
        arrive().catch(() => undefined);
        return first;
      }
      default:
        return arrive();
    }
  });
}
