import type { Command } from '../../gateway/facts.ts';
import type { Where } from './match.ts';

/** What a fault may be meant for of a command. @param member who handed it in; undefined: the platform itself. */
export function whereOf({ owner, body, principal, key }: Command, member: string | undefined): Where {
  return { owner, command: body.kind, org: principal.orgId, key: key ?? undefined, member };
}
