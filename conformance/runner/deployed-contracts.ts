/** Which contracts the members of a target are deployed with for the sake of one check. Pure. */

import type { Profile } from '../client/profile.ts';
import type { TargetFacts } from '../client/target-facts.ts';
import { NEWEST_SOCKET } from '../contract/socket-versions.ts';
import { isAtLeast } from '../contract/versions.ts';
import type { Check, DeployedContract } from './check.ts';

/** Of contracts before that of the target: nothing there for the check to see. */
export function isPast({ until, socketContract }: Check, { rest, socket = NEWEST_SOCKET }: TargetFacts): boolean {
  const socketUntil = socketContract?.until;
  return (
    (until !== undefined && isAtLeast(rest, until)) || (socketUntil !== undefined && isAtLeast(socket, socketUntil))
  );
}

/**
 * Of contracts before one, and the target may be several members (it is not declared to be one): some may be newer than what
 * is read of it, as they are while a deploy is under way, and any of them may answer.
 */
export function mayBePast({ until, socketContract }: Check, { members }: Pick<Profile, 'members'>): boolean {
  return members !== 'single' && (until !== undefined || socketContract?.until !== undefined);
}

/** In turn; empty: the members serve the check as they are, or nobody can deploy others. */
export function deployedContracts(
  check: Check,
  { profile, facts }: { readonly profile: Pick<Profile, 'control' | 'members'>; readonly facts: TargetFacts },
): readonly DeployedContract[] {
  const deploys = profile.control !== undefined && (isPast(check, facts) || mayBePast(check, profile));
  return deploys ? (check.deploys ?? []) : [];
}

/** What is then known of the target. */
export function factsWith(facts: TargetFacts, contract: DeployedContract | undefined): TargetFacts {
  return { ...facts, rest: contract?.rest ?? facts.rest, socket: contract?.socket ?? facts.socket };
}
