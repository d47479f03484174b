/**
 * Whether a principal may issue a command, by the records at the time of the verdict; the member's own check may be
 * older (AUTH-10).
 */
import type { Scope } from '../../gateway/contract/capabilities.ts';
import type { Principal } from '../../gateway/facts.ts';
import type { Refused } from '../owner.ts';
import { type Directory, isGranted, rowOf } from './directory.ts';
import { refused } from './refused.ts';

/** The member also checks: this is for a command in flight while the organisation was suspended. */
export function inactive(directory: Directory, orgId: number): Refused | undefined {
  if (rowOf(directory, 'orgs', orgId)?.status === 'ACTIVE') return undefined;
  return refused('ORG_NOT_ACTIVE', 'the organisation of this caller is not active on the platform');
}

/** Why a user lacks a scope; undefined if the user has it. */
export function unauthorised(directory: Directory, principal: Principal, scope: Scope): Refused | undefined {
  const unready = inactive(directory, principal.orgId);
  if (unready !== undefined) return unready;
  return isGranted(directory, principal, scope)
    ? undefined
    : refused('CAPABILITY_DENIED', `the user does not hold ${scope}`);
}
