import type { Fact, RegisterStatement } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import { inactive } from '../authority.ts';
import { type Directory, within } from '../directory.ts';
import { recorded } from './write.ts';

/**
 * Registers a caller at the first request (AUTH-04); a known caller changes nothing, in any status.
 *
 * @param mint the id of a new user.
 */
export function registerCaller(
  directory: Directory,
  { externalOrgId, subject }: RegisterStatement & { kind: 'register-caller' },
  mint: () => number,
): readonly Fact[] | Refused {
  const orgId = directory.orgIds.get(externalOrgId) ?? 0;
  const unready = inactive(directory, orgId);
  if (unready !== undefined) return unready;
  if (directory.userIds.has(within(orgId, subject))) return [];
  return recorded('users', {
    userId: mint(),
    orgId,
    subject,
    displayName: subject,
    status: 'AWAITING_ADMISSION',
    capabilities: [],
    version: 1,
  });
}
