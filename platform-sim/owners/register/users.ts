import { inDeclaredOrder } from '../../../gateway/contract/capabilities.ts';
import type { RegisterTerms, UserRow, UserStatus } from '../../../gateway/facts.ts';
import { within } from '../directory.ts';
import { refused } from '../refused.ts';
import type { FamilyRules } from './family.ts';
import { changed, recorded } from './write.ts';

/** Users are created before their first request, or registered by it and then await admission (AUTH-03, AUTH-04). */
export const users: FamilyRules<'users'> = {
  needs: { create: 'users:manage', restate: 'users:manage' },

  create({ directory, orgId }, userId, { subject = '', displayName = subject, capabilities }) {
    if (directory.userIds.has(within(orgId, subject)))
      return refused('INVALID_FIELD', `subject: ${subject} is a user of the organisation already; restate that one`);
    return recorded('users', {
      userId,
      orgId,
      subject,
      displayName,
      // A grant admits: a user created without one awaits admission (AUTH-03).
      status: capabilities.length > 0 ? 'ACTIVE' : 'AWAITING_ADMISSION',
      capabilities: inDeclaredOrder(capabilities),
      version: 1,
    });
  },

  restate(_, { row }, { displayName = row.displayName, capabilities, status }) {
    const next = {
      displayName,
      capabilities: inDeclaredOrder(capabilities),
      status: statusAfter(row, capabilities, status),
    };
    return recorded('users', changed(row, next));
  },

  move: () => [],
};

/** Only a granted capability admits a waiting user; every other status changes only if it is stated. */
function statusAfter(
  { status }: UserRow,
  capabilities: RegisterTerms['users']['capabilities'],
  stated: RegisterTerms['users']['status'],
): UserStatus {
  if (stated === 'DISABLED') return stated;
  if (status === 'AWAITING_ADMISSION') return capabilities.length > 0 ? 'ACTIVE' : status;
  return stated ?? status;
}
