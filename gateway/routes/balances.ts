import type { BalanceRow } from '../facts.ts';
import type { ReadHandler } from './handler.ts';
import { pageAnswer } from './page-answer.ts';
import { rowJson } from './row-json.ts';
import { membersAt, placesOfAsset } from './served-money.ts';

/** Every member but the observation time, which a heartbeat moves without a change of the row. */
const readingJson = rowJson<BalanceRow>(({ orgId: _, observedAtNs: __, ...row }, rendering) =>
  rendering.gates['balances.own-scale']
    ? row
    : membersAt(row, ['total', 'available', 'held'], placesOfAsset(rendering, row.assetId)),
);

/** Balances by account and asset (PAGE-14); an account of another organisation has no rows (BAL-03). */
export const listAccountBalances: ReadHandler = ({ services, caller, query }) => {
  const { orgId } = caller.user;
  const { accountId } = query;
  const { state } = services;
  const rows = state.balances(orgId, accountId);
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
    (row, rendering) => `${readingJson(row, rendering).slice(0, -1)},"observedAtNs":"${state.observedAtNs(row)}"}`,
  );
};
