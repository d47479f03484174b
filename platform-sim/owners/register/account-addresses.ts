import type { RegisterTerms } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import { rowOf } from '../directory.ts';
import { refused } from '../refused.ts';
import type { FamilyRules, Write } from './family.ts';
import { changed, recorded } from './write.ts';

/**
 * Deposit addresses of accounts. A restatement replaces the whole address: half of an old address is a lost deposit.
 */
export const accountAddresses: FamilyRules<'account-addresses'> = {
  needs: { create: 'users:manage', restate: 'users:manage' },
  create: (write, accountAddressId, terms) =>
    unaddressable(write, terms) ??
    recorded('account-addresses', { accountAddressId, orgId: write.orgId, ...terms, version: 1 }),
  restate: (write, { row }, terms) => unaddressable(write, terms) ?? recorded('account-addresses', changed(row, terms)),
  move: () => [],
};

function unaddressable(
  { directory, orgId }: Write,
  { accountId, assetId }: RegisterTerms['account-addresses'],
): Refused | undefined {
  if (rowOf(directory, 'accounts', accountId)?.orgId !== orgId)
    return refused('INVALID_FIELD', `accountId: ${accountId} is no account of the organisation`);
  if (assetId !== null && !directory.assets.has(assetId))
    return refused('INVALID_FIELD', `assetId: the platform holds no asset ${assetId}`);
  return undefined;
}
