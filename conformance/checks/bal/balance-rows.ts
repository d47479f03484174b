/** What the checks of balances read of a page: its rows, each known by account and asset. */
import type { Exchange } from '../../client/exchange.ts';
import { rows } from '../../client/exchange.ts';

export type BalanceRow = Readonly<Record<string, unknown>>;

export const BALANCES = '/account-balances';
export const AMOUNTS = ['total', 'available', 'held'] as const;

export const NO_BALANCES = 'the organisation has no balances';

/** By `accountId/assetId`. */
export function byAccountAndAsset(page: Exchange): ReadonlyMap<string, BalanceRow> {
  return new Map(rows(page).map((row) => [`${row['accountId']}/${row['assetId']}`, row]));
}

/** undefined where it is no time. */
export function observedAt({ observedAtNs }: BalanceRow): bigint | undefined {
  return typeof observedAtNs === 'string' && /^[0-9]{1,19}$/.test(observedAtNs) ? BigInt(observedAtNs) : undefined;
}
