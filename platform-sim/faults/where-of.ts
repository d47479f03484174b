import type { Command } from '../../gateway/facts.ts';
import type { Where } from './match.ts';

/** The properties of a command that a fault may match. @param member the submitter; undefined: the platform itself. */
export function whereOf({ owner, body, principal, key }: Command, member: string | undefined): Where {
  return { owner, command: body.kind, org: principal.orgId, key: key ?? undefined, member };
}
