/**
 * The venues' holdings by account and asset: the world's opening balances, moved by executions, and locked by what
 * living orders may still take. It follows the sequence, so the same sequence gives the same ledger. It knows which of
 * its balances the sequence does not hold as they are, so the next reading repeats a lost one.
 *
 * Orders are not checked against the account, here or anywhere in the platform: a seller of more than there is owes it,
 * and the total is negative.
 */
import { Map as ImmutableMap } from 'immutable';
import { add, type Decimal, decimal, multiply, subtract, ZERO } from '../../gateway/contract/decimal.ts';
import { venueOf } from '../../gateway/contract/venues.ts';
import type {
  AccountRow,
  BalanceReading,
  BalanceRow,
  ExecutionRow,
  Int64,
  Money,
  Ns,
  OrderRow,
  SequencedRecord,
} from '../../gateway/facts.ts';
import { lives } from '../owners/orders/state.ts';
import type { OpeningBalance } from '../seed-data/balances.ts';
import { statedAmounts } from './stated-amounts.ts';

export interface Ledger {
  /** Applies one record of the sequence, in order; returns the accounts that changed. */
  apply(record: SequencedRecord): readonly number[];
  /** The balances that the sequence does not hold as they are now, by account, then by asset. */
  unstated(readAtNs: Ns, accountIds?: readonly number[]): readonly BalanceReading[];
  /** The reading of a balance that was set to this total now; undefined: the venue does not show the account. */
  readingOf(accountId: number, assetId: number, total: Money, nowNs: Ns): BalanceReading | undefined;
  /** For another ledger to continue from; it does not change with this one. */
  mark(): LedgerMark;
}

export interface LedgerMark {
  readonly accounts: ReadonlyMap<number, VenueAccount>;
  readonly pairs: ReadonlyMap<number, Pair>;
  readonly assetIds: ReadonlySet<number>;
  readonly orders: ImmutableMap<Int64, OrderRow>;
  readonly keys: ReadonlyMap<number, number>;
  readonly revoked: ReadonlySet<number>;
  readonly behind: ReadonlySet<number>;
}

/** The operation of a reading that a caller stated: once it is recorded, the venue holds what it says. */
export const STATED_BALANCE = 'stated-balance';

export interface Holding {
  total: Decimal;
  /** What all living orders of the account want to lock. */
  wanted: Decimal;
  venueTsNs: Ns;
  revision: number;
}

export interface VenueAccount {
  /** Whether its venue states its own clock and sequence: family A does, family B does not. */
  readonly isStamped: boolean;
  readonly holdings: Map<number, Holding>;
  /** Assets whose balances may differ from the sequence. */
  readonly unstated: Set<number>;
  revision: number;
}

/** The number of assets that a venue shows of an account without stated balances. */
const ASSETS_OF_A_NEW_ACCOUNT = 2;

/** Creates a ledger with these opening balances, or one that continues another. */
export function createLedger(opening: readonly OpeningBalance[], from?: LedgerMark): Ledger {
  const openings = Map.groupBy(opening, ({ accountId }) => accountId);
  const accounts = copiesOf(from?.accounts);
  const pairs = new Map(from?.pairs);
  const assetIds = new Set(from?.assetIds);
  /** What an order locks follows from its row. */
  let orders = from?.orders ?? ImmutableMap<Int64, OrderRow>();
  /** The last credential of each account, and the revoked ones. */
  const keys = new Map(from?.keys);
  const revoked = new Set(from?.revoked);
  /** Accounts with unstated balances. */
  const behind = new Set(from?.behind);

  function touch(accountId: number, assetId: number, atNs: Ns): Holding | undefined {
    const account = accounts.get(accountId);
    if (account === undefined) return undefined;
    const holding = account.holdings.get(assetId) ?? { total: ZERO, wanted: ZERO, venueTsNs: '', revision: 0 };
    account.holdings.set(assetId, holding);
    // The changes of one record are one change of the venue.
    if (holding.venueTsNs !== atNs) {
      account.revision += 1;
      holding.revision = account.revision;
      holding.venueTsNs = atNs;
    }
    account.unstated.add(assetId);
    behind.add(accountId);
    return holding;
  }

  /** A venue shows an account only to its key: one without a credential is not read. */
  function open({ accountId, exchangeId, credentialId }: AccountRow, atNs: Ns): void {
    if (credentialId !== null) keys.set(accountId, credentialId);
    if (credentialId === null || accounts.has(accountId)) return;
    const isStamped = venueOf(exchangeId)?.family === 'A';
    accounts.set(accountId, { isStamped, holdings: new Map(), unstated: new Set(), revision: 0 });
    const unnamed = [...assetIds].slice(0, ASSETS_OF_A_NEW_ACCOUNT).map((assetId) => ({ assetId, total: '0' }));
    for (const { assetId, total } of openings.get(accountId) ?? unnamed) {
      const holding = touch(accountId, assetId, atNs);
      if (holding !== undefined) holding.total = decimal(total);
    }
  }

  function move(accountId: number, assetId: number, by: Decimal, atNs: Ns): void {
    const holding = touch(accountId, assetId, atNs);
    if (holding !== undefined) holding.total = add(holding.total, by);
  }

  function settle({ accountId, instrumentId, side, price, qty, fee, feeAssetId }: ExecutionRow, atNs: Ns): void {
    const pair = pairs.get(instrumentId);
    if (pair === undefined) return;
    const traded = decimal(qty);
    const paid = multiply(decimal(price), traded);
    move(accountId, pair.base, side === 'BUY' ? traded : negative(traded), atNs);
    move(accountId, pair.quote, side === 'BUY' ? negative(paid) : paid, atNs);
    if (fee !== null && feeAssetId !== null) move(accountId, feeAssetId, negative(decimal(fee)), atNs);
  }

  /** Whether the order locked anything, or does now. */
  function lock(order: OrderRow, atNs: Ns): boolean {
    const pair = pairs.get(order.instrumentId);
    const former = orders.get(order.orderId);
    const before = former && pair && lockOf(former, pair);
    const now = pair && lockOf(order, pair);
    if (before !== undefined) want(order.accountId, before.assetId, negative(before.amount), atNs);
    if (now !== undefined) want(order.accountId, now.assetId, now.amount, atNs);
    orders = orders.set(order.orderId, order);
    return before !== undefined || now !== undefined;
  }

  function want(accountId: number, assetId: number, more: Decimal, atNs: Ns): void {
    const holding = touch(accountId, assetId, atNs);
    if (holding !== undefined) holding.wanted = add(holding.wanted, more);
  }

  function reading(accountId: number, assetId: number, readAtNs: Ns): BalanceReading | undefined {
    const account = accounts.get(accountId);
    const holding = account?.holdings.get(assetId);
    if (account === undefined || holding === undefined) return undefined;
    return {
      accountId,
      assetId,
      ...statedAmounts(holding.total, holding.wanted),
      venueTsNs: account.isStamped ? holding.venueTsNs : null,
      venueRevision: account.isStamped ? String(holding.revision) : null,
      readAtNs,
    };
  }

  /** Holds from now on what a recorded reading says, as the next change of the account. */
  function adopt({ accountId, assetId, total, venueTsNs, venueRevision }: BalanceRow, atNs: Ns): void {
    const account = accounts.get(accountId);
    const holding = touch(accountId, assetId, atNs);
    if (account === undefined || holding === undefined) return;
    holding.total = decimal(total);
    holding.venueTsNs = venueTsNs ?? atNs;
    holding.revision = venueRevision === null ? holding.revision : Number(venueRevision);
    account.revision = Math.max(account.revision, holding.revision);
  }

  function stated(balance: BalanceRow): void {
    const { accountId, assetId } = balance;
    const account = accounts.get(accountId);
    const held = reading(accountId, assetId, balance.observedAtNs);
    if (account === undefined || held === undefined) return;
    if (!says(balance, held)) return;
    account.unstated.delete(assetId);
    if (account.unstated.size === 0) behind.delete(accountId);
  }

  return {
    apply({ atNs, command, verdict }) {
      const moved = new Set<number>();
      for (const fact of verdict.facts ?? []) {
        if (fact.kind === 'AssetRecorded') assetIds.add(fact.asset.assetId);
        else if (fact.kind === 'InstrumentRecorded') {
          const { instrumentId, baseAssetId, quoteAssetId } = fact.instrument;
          pairs.set(instrumentId, { base: baseAssetId, quote: quoteAssetId });
        } else if (fact.kind === 'RegisterRecorded') {
          if (fact.family === 'accounts') open(fact.row, atNs);
          else if (fact.family === 'credentials' && fact.row.status === 'REVOKED') revoked.add(fact.row.credentialId);
        } else if (fact.kind === 'ExecutionRecorded') {
          settle(fact.execution, atNs);
          moved.add(fact.execution.accountId);
        } else if (fact.kind === 'OrderUpdated') {
          if (lock(fact.order, atNs)) moved.add(fact.order.accountId);
        } else if (fact.kind === 'BalanceRecorded') {
          if (command.operation === STATED_BALANCE) adopt(fact.balance, atNs);
          stated(fact.balance);
        }
      }
      return [...moved];
    },
    readingOf(accountId, assetId, total, nowNs) {
      const account = accounts.get(accountId);
      if (account === undefined || revoked.has(keys.get(accountId) ?? 0)) return undefined;
      const wanted = account.holdings.get(assetId)?.wanted ?? ZERO;
      return {
        accountId,
        assetId,
        ...statedAmounts(decimal(total), wanted),
        venueTsNs: account.isStamped ? nowNs : null,
        venueRevision: account.isStamped ? String(account.revision + 1) : null,
        readAtNs: nowNs,
      };
    },
    mark: () => ({
      accounts: copiesOf(accounts),
      pairs: new Map(pairs),
      assetIds: new Set(assetIds),
      orders,
      keys: new Map(keys),
      revoked: new Set(revoked),
      behind: new Set(behind),
    }),
    unstated(readAtNs, accountIds = [...behind]) {
      return accountIds
        .filter((accountId) => !revoked.has(keys.get(accountId) ?? 0))
        .toSorted((left, right) => left - right)
        .flatMap((accountId) => {
          const assets = [...(accounts.get(accountId)?.unstated ?? [])].sort((left, right) => left - right);
          return assets.flatMap((assetId) => reading(accountId, assetId, readAtNs) ?? []);
        });
    },
  };
}

function copiesOf(accounts: ReadonlyMap<number, VenueAccount> = new Map()): Map<number, VenueAccount> {
  const copies = new Map<number, VenueAccount>();
  for (const [accountId, account] of accounts) {
    const holdings = new Map<number, Holding>();
    for (const [assetId, holding] of account.holdings) holdings.set(assetId, { ...holding });
    copies.set(accountId, { ...account, holdings, unstated: new Set(account.unstated) });
  }
  return copies;
}

function says(balance: BalanceRow, reading: BalanceReading): boolean {
  return (['total', 'available', 'held', 'venueTsNs', 'venueRevision'] as const).every(
    (name) => balance[name] === reading[name],
  );
}

function negative(value: Decimal): Decimal {
  return subtract(ZERO, value);
}

/** The assets of an instrument. */
interface Pair {
  readonly base: number;
  readonly quote: number;
}

interface Lock {
  readonly assetId: number;
  readonly amount: Decimal;
}

/**
 * What an order may still take: a BUY its price times the remainder, a SELL the remainder. A market BUY locks nothing.
 */
function lockOf(order: OrderRow, { base, quote }: Pair): Lock | undefined {
  if (!lives(order)) return undefined;
  const left = decimal(order.leavesQty);
  if (order.side === 'SELL') return { assetId: base, amount: left };
  return order.price === null ? undefined : { assetId: quote, amount: multiply(decimal(order.price), left) };
}
