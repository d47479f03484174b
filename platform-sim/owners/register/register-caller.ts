import type { Fact, RegisterStatement } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import { type Directory, rowOf, within } from '../directory.ts';
import { refused } from '../refused.ts';
import { recorded } from './write.ts';

/**
 * The first request of a caller registers it (AUTH-04); a known one changes nothing, whatever its status.
 *
 * @param mint the id of a new user.
 */
export function registerCaller(
  directory: Directory,
  { externalOrgId, subject }: RegisterStatement & { kind: 'register-caller' },
  mint: () => number,
): readonly Fact[] | Refused {
  const orgId = directory.orgIds.get(externalOrgId);
  const organisation = orgId === undefined ? undefined : rowOf(directory, 'orgs', orgId);
  if (organisation?.status !== 'ACTIVE')
    return refused('ORG_NOT_ACTIVE', 'the organisation of this caller is not active on the platform');
  if (directory.userIds.has(within(organisation.orgId, subject))) return [];
  return recorded('users', {
    userId: mint(),
    orgId: organisation.orgId,
    subject,
    displayName: subject,
    status: 'AWAITING_ADMISSION',
    capabilities: [],
    version: 1,
  });
}
