import type { AccountRow, OrganisationRow, PortfolioRow } from '../../gateway/facts.ts';
import { VENUES } from './market.ts';
import type { Names } from './names.ts';
import { ORG_IDS } from './organisations.ts';

/** The name of every organisation's first account: it means another account in each (ORD-06). */
const MAIN = 'main';

const { first, second, suspended, throttled } = ORG_IDS;

const account = (
  accountId: number,
  orgId: number,
  displayName: string | null,
  of: Partial<AccountRow> = {},
): AccountRow => ({
  accountId,
  orgId,
  portfolioId: orgId,
  displayName,
  status: 'ACTIVE',
  exchangeId: VENUES.a,
  credentialId: accountId,
  version: 1,
  ...of,
});

const FIRST_MAIN = account(1, first, MAIN);
const DISCOVERED = account(2, first, null, { status: 'DISCOVERED', portfolioId: null });
const UNCREDENTIALLED = account(3, first, 'uncredentialled', { credentialId: null });
const SECOND_MAIN = account(4, second, MAIN);
const FOREIGN = account(5, second, 'foreign', { exchangeId: VENUES.b });
const SUSPENDED_MAIN = account(6, suspended, MAIN);
const THROTTLED_MAIN = account(7, throttled, MAIN);
const SUSPENDED_CREDENTIAL = account(9, first, 'suspended-credential');
const BALANCES_ONLY = account(10, first, 'balances-only', { exchangeId: VENUES.b });
const RETIRED = account(8, first, 'retired', { status: 'RETIRED', exchangeId: VENUES.b });

const FIXED: readonly AccountRow[] = [
  FIRST_MAIN,
  DISCOVERED,
  UNCREDENTIALLED,
  SECOND_MAIN,
  FOREIGN,
  SUSPENDED_MAIN,
  THROTTLED_MAIN,
  RETIRED,
  SUSPENDED_CREDENTIAL,
  BALANCES_ONLY,
];

/** The accounts of the fixtures. */
export const NAMED_ACCOUNTS = {
  account: { id: FIRST_MAIN.accountId, name: MAIN },
  discoveredAccount: { id: DISCOVERED.accountId, holds: true },
  foreignAccount: { id: FOREIGN.accountId, name: 'foreign' },
  uncredentialledAccount: { id: UNCREDENTIALLED.accountId, name: 'uncredentialled' },
  throttledAccount: { id: THROTTLED_MAIN.accountId, name: MAIN },
  suspendedCredentialAccount: { id: SUSPENDED_CREDENTIAL.accountId, name: 'suspended-credential' },
  balancesOnlyAccount: { id: BALANCES_ONLY.accountId, name: 'balances-only' },
} as const;

/** The id of an organisation's account `main`; null if it has none. */
export function mainAccountOf(orgId: number): number | null {
  return FIXED.find((row) => row.orgId === orgId && row.displayName === MAIN)?.accountId ?? null;
}

/** @param further number of further accounts of the first organisation. */
export function accounts(further: number): readonly AccountRow[] {
  const others = Array.from({ length: further }, (_, index) => {
    const accountId = FIXED.length + 1 + index;
    return account(accountId, first, `desk-${accountId}`, { exchangeId: index % 2 === 0 ? VENUES.a : VENUES.b });
  });
  return [...FIXED, ...others];
}

/** In addition to the portfolio of its accounts, because a collection of one row has no second page. */
const FURTHER_PORTFOLIOS: readonly PortfolioRow[] = [
  { portfolioId: 1_001, orgId: first, displayName: 'long-term', version: 1 },
  { portfolioId: 1_002, orgId: first, displayName: 'hedges', version: 1 },
];

/** A portfolio for each organisation, and further ones. */
export function portfolios(names: Names, organisations: readonly OrganisationRow[]): readonly PortfolioRow[] {
  const named = organisations.map(({ orgId }) => ({
    portfolioId: orgId,
    orgId,
    displayName: names.portfolio(),
    version: 1,
  }));
  return [...named, ...FURTHER_PORTFOLIOS];
}
