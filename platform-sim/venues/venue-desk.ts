/**
 * The venues by hand: a caller fills or rejects an open order, or sets a balance. Each is a report of the venue, like
 * those that the fake venue makes by itself: sequenced without a key, past the faults of the edge `venue`, and repeated
 * until its owner accepts it.
 */
import { compare, decimal, formatDecimal } from '../../gateway/contract/decimal.ts';
import type { BalanceReading, Command, Int64, Money, Ns, OrderRow, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, Submission } from '../../gateway/platform-port.ts';
import type { CustodyState } from '../owners/custody/state.ts';
import { heldOrder, lives, type OrdersState } from '../owners/orders/state.ts';
import type { Seed } from '../seed.ts';
import type { Sequencer } from '../sequencer.ts';
import { readingCommand } from './balance-feed.ts';
import type { Book } from './book.ts';
import { fillCommand } from './fake-venue.ts';
import { type Ledger, STATED_BALANCE } from './ledger.ts';
import { BY_HAND, tradeFee } from './plan-fills.ts';
import { untilTaken } from './until-taken.ts';

/** Why the venue cannot report this; nothing was sequenced. */
export class VenueError extends Error {
  readonly code: 'NOT_FOUND' | 'CONFLICT';

  constructor(code: VenueError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A report of the venue. */
export interface Reported {
  /** The position of its record; null: a fault or an absent owner still has it, and it is recorded later. */
  readonly position: number | null;
}

export interface Traded extends Reported {
  readonly tradeId: string;
  readonly price: Money;
  readonly qty: Money;
  readonly fee: Money | null;
  readonly feeCurrency: string | null;
  readonly venueTsNs: Ns;
  /** The order's row once the report is recorded; until then the row before it. */
  readonly order: OrderRow;
}

export interface VenueDesk {
  /** Open orders of all organisations, the newest first. */
  openOrders(limit: number): readonly OrderRow[];
  /** Trades an open order: all that is left of it and at its own price, unless stated. @throws VenueError */
  fill(
    orderId: Int64,
    stated: { readonly price?: Money | undefined; readonly qty?: Money | undefined },
  ): Promise<Traded>;
  /** Rejects an open order; its earlier fills stay. @throws VenueError */
  reject(orderId: Int64, reason: string): Promise<Reported & { readonly order: OrderRow }>;
  /** Sets what the venue holds of an asset in an account, from now on. @throws VenueError */
  setBalance(
    accountId: number,
    asset: number | string,
    total: Money,
  ): Promise<Reported & { readonly balance: BalanceReading }>;
  close(): void;
}

export interface VenueDeskOptions {
  readonly book: Book;
  readonly clock: Clock;
  readonly seed: Seed;
  readonly ledger: Ledger;
  readonly sequencer: Pick<Sequencer, 'followPlaced' | 'head' | 'stateOf'>;
  /** Hands a report to the platform, past the faults of the edge `venue`. */
  readonly submit: (command: Command) => Promise<Submission>;
}

/** Creates the desk of a platform's venues. */
export function createVenueDesk({ book, clock, seed, ledger, sequencer, submit }: VenueDeskOptions): VenueDesk {
  const handing = untilTaken(clock, submit);
  let newest: SequencedRecord | undefined;
  const following = sequencer.followPlaced((record) => {
    newest = record;
  }, sequencer.head());
  /** How many trades were made at the current head: their ids differ, also while a fault holds them. */
  let made = { head: -1, trades: 0 };

  const ordersNow = (): OrdersState => sequencer.stateOf('orders') as OrdersState;

  function openOrder(orderId: Int64): OrderRow {
    const order = heldOrder(ordersNow(), orderId);
    if (order === undefined)
      throw new VenueError('NOT_FOUND', `there is no order ${orderId}: GET /orders lists open ones`);
    if (lives(order)) return order;
    throw new VenueError(
      'CONFLICT',
      `order ${orderId} is ${order.status}: only an open order can be filled or rejected`,
    );
  }

  const rowNow = (order: OrderRow): OrderRow => heldOrder(ordersNow(), order.orderId) ?? order;

  /** Without a fault the record is placed within the call; it is then waited for until it is safe. */
  async function report(command: Command): Promise<number | null> {
    const first = handing.submit(command);
    if (newest?.command !== command) return null;
    const { position } = newest;
    await first;
    return position;
  }

  function tradeIdOf(orderId: Int64): string {
    const head = sequencer.head();
    made = { head, trades: made.head === head ? made.trades + 1 : 1 };
    return `${BY_HAND}${seed.fresh(`by hand/${orderId}/${head}/${made.trades}`).hex(16)}`;
  }

  function priceOf(order: OrderRow): Money {
    const row = book.get(order.instrumentId);
    const price = order.price ?? (order.side === 'BUY' ? row?.ask : row?.bid);
    if (price !== undefined) return price;
    throw new VenueError('CONFLICT', `price: order ${order.orderId} has none and the venue quotes none: state one`);
  }

  return {
    openOrders: (limit) => [...ordersNow().orders.values()].filter(lives).toSorted(newestFirst).slice(0, limit),
    async fill(orderId, stated) {
      const order = openOrder(orderId);
      const price = decimal(stated.price ?? priceOf(order));
      const qty = decimal(stated.qty ?? order.leavesQty);
      if (compare(qty, decimal(order.leavesQty)) > 0) {
        throw new VenueError(
          'CONFLICT',
          `qty: ${formatDecimal(qty)} is more than the ${order.leavesQty} that is left of order ${orderId}`,
        );
      }
      const trade = {
        afterMs: 0,
        tradeId: tradeIdOf(orderId),
        price: formatDecimal(price),
        qty: formatDecimal(qty),
        ...tradeFee(price, qty, book.get(order.instrumentId)),
      };
      const venueTsNs = clock.nowNs();
      const position = await report(fillCommand(order, trade, venueTsNs));
      const { afterMs: _, ...reported } = trade;
      return { position, ...reported, venueTsNs: venueTsNs.toString(), order: rowNow(order) };
    },
    async reject(orderId, reason) {
      const order = openOrder(orderId);
      const position = await report({
        owner: 'orders',
        principal: { orgId: order.orgId, userId: 0 },
        key: null,
        operation: 'venue-reject',
        body: { kind: 'venue-reject', orderId, reason },
      });
      return { position, order: rowNow(order) };
    },
    async setBalance(accountId, asset, total) {
      const { assets, assetIds } = ordersNow().directory;
      const assetId = typeof asset === 'number' ? asset : assetIds.get(asset);
      if (assetId === undefined || !assets.has(assetId)) {
        const known = [...assets.values()].map(({ symbol }) => symbol).join(', ');
        throw new VenueError('NOT_FOUND', `asset: there is no asset ${asset}; there are ${known}`);
      }
      const { accounts } = sequencer.stateOf('custody') as CustodyState;
      if (!accounts.has(accountId)) throw new VenueError('NOT_FOUND', `accountId: there is no account ${accountId}`);
      const balance = ledger.readingOf(accountId, assetId, total, `${clock.nowNs()}`);
      if (balance === undefined) {
        throw new VenueError(
          'CONFLICT',
          `accountId: no credential reads account ${accountId}, so its venue shows no balance of it`,
        );
      }
      const position = await report({ ...readingCommand([balance]), operation: STATED_BALANCE });
      return { position, balance };
    },
    close() {
      handing.close();
      following.stop();
    },
  };
}

/** Ids grow with the sequenced time. */
function newestFirst(left: OrderRow, right: OrderRow): number {
  return Number(BigInt(right.orderId) - BigInt(left.orderId));
}
