/**
 * A member's command on its way to the platform: lost, late or duplicated. The platform does not know it before it
 * arrives.
 */
import type { Command } from '../../gateway/facts.ts';
import type { Soon, Submission } from '../../gateway/platform-port.ts';
import { FaultFailed, type Faults } from './faults.ts';
import { whereOf } from './match.ts';
import { never } from './never.ts';

/** @param arrive submits it to the platform. */
export function sendPast(
  faults: Pick<Faults, 'at'>,
  member: string,
  command: Command,
  arrive: () => Soon<Submission>,
): Soon<Submission> {
  const struck = faults.at('send', whereOf(command, member));
  if (struck === undefined) return arrive();
  return struck.then(({ act }) => {
    switch (act) {
      case 'fail':
        throw new FaultFailed('send');
      case 'drop':
      case 'crash':
        return never<Submission>();
      case 'duplicate':
        return eitherTaken(arrive(), arrive());
      default:
        return arrive();
    }
  });
}

/** Accept a duplicated command if either copy was accepted; otherwise the result is that of the first. */
async function eitherTaken(first: Soon<Submission>, second: Soon<Submission>): Promise<Submission> {
  const results = [first, second].map(async (each) => {
    try {
      return await each;
    } catch {
      return undefined;
    }
  });
  for (const each of results) {
    const submission = await each;
    if (submission?.taken) return submission;
  }
  return first;
}
