import type { AccountRow, Fact, RegisterTerms } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import { type Directory, rowOf, within } from '../directory.ts';
import { refused } from '../refused.ts';
import type { FamilyRules, Write } from './family.ts';
import { changed, recorded } from './write.ts';

/** The bindings of an account after the terms are applied to its former ones. */
type Bindings = Pick<AccountRow, 'displayName' | 'portfolioId' | 'credentialId'>;

/** Accounts: named by a user, or DISCOVERED at a venue and named later (REG-06). */
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
 * An account that a venue showed under a credential: without name or portfolio until a user classifies it.
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

/** Naming a DISCOVERED account classifies it. */
function statusAfter({ status }: AccountRow, { status: stated }: RegisterTerms['accounts']): AccountRow['status'] {
  return stated ?? (status === 'DISCOVERED' ? 'ACTIVE' : status);
}

/**
 * Unchanged bindings are not judged again. The message is the same for another organisation's row and for a missing one
 * (ERR-09).
 */
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
