import type { BalanceRow } from '../facts.ts';
import type { ReadHandler } from './handler.ts';
import { pageAnswer } from './page-answer.ts';
import { rowJson } from './row-json.ts';

const balanceJson = rowJson<BalanceRow>(({ orgId: _, ...served }) => served);

/** What the venues hold, by account and asset (PAGE-14); an account that the organisation does not hold has no rows (BAL-03). */
export const listAccountBalances: ReadHandler = ({ services, caller, query }) => {
  const { orgId } = caller.user;
  const { accountId } = query;
  const rows = services.state.balances(orgId, accountId);
  const filter = accountId === undefined ? '' : `accountId=${accountId}`;
  return pageAnswer(
    services,
    query,
    {
      collection: 'account-balances',
      orgId,
      rows,
      order: 'ascending',
      filter,
      keyOf: (row) => `${row.accountId}/${row.assetId}`,
    },
    balanceJson,
  );
};
