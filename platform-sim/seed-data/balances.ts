/** The accounts' balances at the venues before the world's history, which later trades change. */
import { decimalOf, formatDecimal } from '../../gateway/contract/decimal.ts';
import type { AccountRow, Money } from '../../gateway/facts.ts';
import { NAMED_ACCOUNTS } from './accounts.ts';
import { ASSETS } from './market.ts';

export interface OpeningBalance {
  readonly accountId: number;
  readonly assetId: number;
  readonly total: Money;
}

/** By account, then by symbol. */
const OPENING: Readonly<Record<number, Readonly<Record<string, Money>>>> = {
  // Enough for past and present orders; XRP is a zero reading, because nothing trades it (BAL-02).
  [NAMED_ACCOUNTS.account.id]: {
    USD: '10000000',
    BTC: '100000',
    ETH: '100000.5',
    XRP: '0',
    ADA: '1000000',
    DOT: '50000.25',
    LTC: '100000',
  },
  // The largest 64-bit integer at 18 places, and the smallest amount with 18 places.
  [NAMED_ACCOUNTS.discoveredAccount.id]: { BTC: '0.25', ETH: '9.223372036854775807', SOL: '0.000000000000000001' },
  4: { USD: '2500000', BTC: '20000', ETH: '20000', LTC: '20000' },
  [NAMED_ACCOUNTS.foreignAccount.id]: { USD: '2500.5', ETH: '0', BTC: '20000' },
  6: { USD: '750' },
  [NAMED_ACCOUNTS.throttledAccount.id]: { USD: '500000', ETH: '1000' },
  8: { USD: '0.07', XRP: '9223372036854.775807' },
};

/**
 * Accounts without stated balances, in a large world, have balances derived from their ids; a venue shows none of an
 * account without a credential.
 */
export function openingBalances(accounts: readonly AccountRow[]): readonly OpeningBalance[] {
  return accounts.flatMap(({ accountId, credentialId }) => {
    if (credentialId === null) return [];
    const bySymbol = OPENING[accountId] ?? { USD: of(accountId * 12_345, 2), BTC: of(accountId, 4) };
    return Object.entries(bySymbol).map(([symbol, total]) => ({ accountId, assetId: assetIdOf(symbol), total }));
  });
}

function of(units: number, places: number): Money {
  return formatDecimal(decimalOf(BigInt(units), places));
}

function assetIdOf(symbol: string): number {
  const asset = ASSETS.find((row) => row.symbol === symbol);
  if (asset === undefined) throw new RangeError(`no asset ${symbol} in the world`);
  return asset.assetId;
}
