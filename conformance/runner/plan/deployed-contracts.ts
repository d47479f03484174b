/** Which contracts the members of a target are deployed with for one check. Pure. */

import { isAtLeast, NEWEST_SOCKET } from '../../contract/versions.ts';
import type { Profile } from '../../member/profile/profile.ts';
import type { TargetFacts } from '../../member/profile/target-facts.ts';
import type { Check, DeployedContract } from '../check.ts';

/** The check is about contracts before that of the target: there is nothing for it to see. */
export function isPast({ until, socketContract }: Check, { rest, socket = NEWEST_SOCKET }: TargetFacts): boolean {
  const socketUntil = socketContract?.until;
  return (
    (until !== undefined && isAtLeast(rest, until)) || (socketUntil !== undefined && isAtLeast(socket, socketUntil))
  );
}

/**
 * The check is about contracts before one, and the target may be several members (the profile does not call it a
 * single one): during a deploy some may be newer than the target's stated version, and any of them may answer.
 */
export function mayBePast({ until, socketContract }: Check, { members }: Pick<Profile, 'members'>): boolean {
  return members !== 'single' && (until !== undefined || socketContract?.until !== undefined);
}

/** The contracts to deploy, in turn; empty: the members stay as they are, or cannot be deployed. */
export function deployedContracts(
  check: Check,
  { profile, facts }: { readonly profile: Pick<Profile, 'control' | 'members'>; readonly facts: TargetFacts },
): readonly DeployedContract[] {
  const deploys = profile.control !== undefined && (isPast(check, facts) || mayBePast(check, profile));
  return deploys ? (check.deploys ?? []) : [];
}

/** The facts of the target while this contract is deployed. */
export function factsWith(facts: TargetFacts, contract: DeployedContract | undefined): TargetFacts {
  return { ...facts, rest: contract?.rest ?? facts.rest, socket: contract?.socket ?? facts.socket };
}
