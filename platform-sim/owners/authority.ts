/** Whether a command may be judged at all: by the records as they stand where it is judged, whatever the door saw (AUTH-10). */
import type { Scope } from '../../gateway/contract/capabilities.ts';
import type { Principal } from '../../gateway/facts.ts';
import type { Refused } from '../owner.ts';
import { type Directory, isGranted, rowOf } from './directory.ts';
import { refused } from './refused.ts';

/** The door looks too: this is for a command that was on its way while the organisation was suspended. */
export function inactive(directory: Directory, orgId: number): Refused | undefined {
  if (rowOf(directory, 'orgs', orgId)?.status === 'ACTIVE') return undefined;
  return refused('ORG_NOT_ACTIVE', 'the organisation of this caller is not active on the platform');
}

/** Why a person may not do what a scope admits; undefined where they may. */
export function unauthorised(directory: Directory, principal: Principal, scope: Scope): Refused | undefined {
  const unready = inactive(directory, principal.orgId);
  if (unready !== undefined) return unready;
  return isGranted(directory, principal, scope)
    ? undefined
    : refused('CAPABILITY_DENIED', `the user does not hold ${scope}`);
}
