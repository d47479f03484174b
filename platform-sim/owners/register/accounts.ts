import type { AccountRow, Fact, RegisterTerms } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import { type Directory, rowOf, within } from '../directory.ts';
import { refused } from '../refused.ts';
import type { FamilyRules, Write } from './family.ts';
import { changed, recorded } from './write.ts';

/** What an account is bound to, once the terms are taken over what it was bound to before. */
type Bindings = Pick<AccountRow, 'displayName' | 'portfolioId' | 'credentialId'>;

/** Accounts: named by a person, or DISCOVERED at a venue and given their name later (REG-06). */
export const accounts: FamilyRules<'accounts'> = {
  needs: { create: 'users:manage', restate: 'users:manage' },

  create(write, accountId, { exchangeId = 0, displayName, portfolioId = null, credentialId = null }) {
    const row: AccountRow = {
      accountId,
      orgId: write.orgId,
      exchangeId,
      displayName: null,
      portfolioId: null,
      credentialId: null,
      status: 'ACTIVE',
      version: 1,
    };
    const bindings = { displayName, portfolioId, credentialId };
    return unbindable(write, row, bindings) ?? recorded('accounts', { ...row, ...bindings });
  },

  restate(write, { row }, terms) {
    if (row.status === 'RETIRED') return refused('TRANSITION_NOT_ADMITTED', 'the account is retired for good');
    const { displayName, portfolioId = row.portfolioId, credentialId = row.credentialId } = terms;
    const bindings = { displayName, portfolioId, credentialId };
    return (
      unbindable(write, row, bindings) ??
      recorded('accounts', changed(row, { ...bindings, status: statusAfter(row, terms) }))
    );
  },

  move: () => [],
};

/**
 * What a venue showed under a credential: no name, no portfolio, until somebody classifies it.
 *
 * @param mint the id of the new account.
 */
export function discoveredAccount(directory: Directory, credentialId: number, mint: () => number): readonly Fact[] {
  const credential = rowOf(directory, 'credentials', credentialId);
  if (credential === undefined) return [];
  const { orgId, exchangeId } = credential;
  return recorded('accounts', {
    accountId: mint(),
    orgId,
    exchangeId,
    credentialId,
    displayName: null,
    portfolioId: null,
    status: 'DISCOVERED',
    version: 1,
  });
}

/** Giving a DISCOVERED account its name classifies it. */
function statusAfter({ status }: AccountRow, { status: stated }: RegisterTerms['accounts']): AccountRow['status'] {
  return stated ?? (status === 'DISCOVERED' ? 'ACTIVE' : status);
}

/** What stays bound as it was is not judged again. One text for another organisation's row and for one that nobody holds (ERR-09). */
function unbindable({ directory, orgId }: Write, row: AccountRow, to: Bindings): Refused | undefined {
  const { displayName, portfolioId, credentialId } = to;
  const named = displayName === null ? undefined : directory.accountIds.get(within(orgId, displayName));
  if (named !== undefined && named !== row.accountId)
    return refused('INVALID_FIELD', `displayName: ${displayName} names another account of the organisation`);
  if (portfolioId !== null && portfolioId !== row.portfolioId) {
    if (rowOf(directory, 'portfolios', portfolioId)?.orgId !== orgId)
      return refused('INVALID_FIELD', `portfolioId: ${portfolioId} is no portfolio of the organisation`);
  }
  if (credentialId !== null && credentialId !== row.credentialId) {
    const credential = rowOf(directory, 'credentials', credentialId);
    if (credential?.orgId !== orgId || credential.exchangeId !== row.exchangeId)
      return refused(
        'WRONG_CREDENTIAL',
        `credentialId: ${credentialId} is no credential of the organisation for venue ${row.exchangeId}`,
      );
  }
  return undefined;
}
