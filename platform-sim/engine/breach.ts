import type { AlgoInstanceRow } from '../../gateway/facts.ts';
import { type Directory, isGranted, rowOf } from '../owners/directory.ts';

/**
 * The reason why the platform's own rule stops a started instance: its organisation trades no more, or the user who
 * started it may not run algos any more, whose grant authorises its orders. undefined: it may run on.
 */
export function breachOf(directory: Directory, { orgId, startedByUserId }: AlgoInstanceRow): string | undefined {
  const status = rowOf(directory, 'orgs', orgId)?.status;
  if (status !== 'ACTIVE') return `the organisation is ${status}`;
  if (!isGranted(directory, { orgId, userId: startedByUserId ?? 0 }, 'algos:manage')) {
    return `user ${startedByUserId}, who started it, does not hold algos:manage`;
  }
  return undefined;
}
