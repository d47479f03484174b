import type { AccountAddressRow } from '../../gateway/facts.ts';
import { NAMED_ACCOUNTS } from './accounts.ts';
import { NAMED_ASSET } from './market.ts';
import { ORG_IDS } from './organisations.ts';

const { account, uncredentialledAccount, foreignAccount } = NAMED_ACCOUNTS;

const address = (
  accountAddressId: number,
  orgId: number,
  accountId: number,
  of: Pick<AccountAddressRow, 'chain' | 'address'> & Partial<AccountAddressRow>,
): AccountAddressRow => ({
  accountAddressId,
  orgId,
  accountId,
  assetId: null,
  memo: null,
  displayName: null,
  version: 1,
  ...of,
});

/** One with every member, one for any asset of its chain, and one of another organisation. */
export const ACCOUNT_ADDRESSES: readonly AccountAddressRow[] = [
  address(1, ORG_IDS.first, account.id, {
    assetId: NAMED_ASSET.id,
    chain: 'BITCOIN',
    address: 'bc1qfirst',
    memo: '7',
    displayName: 'cold',
  }),
  address(2, ORG_IDS.first, uncredentialledAccount.id, { chain: 'ETHEREUM', address: '0xF1' }),
  address(3, ORG_IDS.second, foreignAccount.id, { chain: 'BITCOIN', address: 'bc1qsecond' }),
];
