/**
 * How an order will fill: decided as a whole when it is accepted, a pure function of the order, the book and the seed.
 */
import {
  add,
  compare,
  type Decimal,
  decimal,
  decimalOf,
  divide,
  formatDecimal,
  multiply,
  subtract,
} from '../../gateway/contract/decimal.ts';
import type { Money, OrderRow } from '../../gateway/facts.ts';
import type { Random, Seed } from '../seed.ts';
import type { BookRow } from './book.ts';

export interface Slice {
  /** Milliseconds from the order's acceptance. */
  readonly afterMs: number;
  readonly tradeId: string;
  readonly price: Money;
  readonly qty: Money;
  /** null: the venue states none. */
  readonly fee: Money | null;
  readonly feeCurrency: string | null;
}

/** How the ids of trades begin that a caller made at the venue's desk; those of planned fills begin otherwise. */
export const BY_HAND = 'H-';

/** Milliseconds between two slices of an order. */
export const SLICE_EVERY_MS = 50;
const MOST_SLICES = 3;

/** No slices: the order rests until it is cancelled. */
export function planFills(order: OrderRow, row: BookRow | undefined, seed: Seed): readonly Slice[] {
  if (row === undefined || !crosses(order, row)) return [];
  // An organisation's fills depend on neither other organisations' traffic nor the order's moment (T37).
  const cuts = seed.fresh(`venue/${order.orgId}/${nameOf(order)}`);
  const trades = seed.fresh(`trades/${order.orderId}`);
  const price = tradePrice(order, row);
  return cut(decimal(order.qty), row, cuts).map((qty, index) => ({
    afterMs: SLICE_EVERY_MS * (index + 1),
    tradeId: `T-${trades.hex(16)}`,
    price: formatDecimal(price),
    qty: formatDecimal(qty),
    ...tradeFee(price, qty, row),
  }));
}

/** What the venue charges for a trade; it charges nothing for an instrument that is not in its book. */
export function tradeFee(price: Decimal, qty: Decimal, row: BookRow | undefined): Pick<Slice, 'fee' | 'feeCurrency'> {
  if (row === undefined) return { fee: null, feeCurrency: null };
  const fee = divide(multiply(multiply(price, qty), decimal(row.feeRate)), decimal('1'), row.feePlaces);
  return { fee: formatDecimal(fee), feeCurrency: row.feeCurrency };
}

/**
 * The key of an instance's order contains the instance id, which depends on the moment of its creation, so that part is
 * left out.
 */
function nameOf({ algoInstanceId, clientOrderId }: OrderRow): string {
  return algoInstanceId === null ? clientOrderId : clientOrderId.replace(`-${algoInstanceId}-`, '-');
}

function crosses({ price, side }: OrderRow, { bid, ask }: BookRow): boolean {
  if (price === null) return true;
  return side === 'BUY' ? compare(decimal(price), decimal(ask)) >= 0 : compare(decimal(price), decimal(bid)) <= 0;
}

/** The quote, or on a finer venue the smallest step better. */
function tradePrice({ side }: OrderRow, { bid, ask, finerPlaces }: BookRow): Decimal {
  const quote = decimal(side === 'BUY' ? ask : bid);
  if (finerPlaces === 0) return quote;
  const better = decimalOf(1n, quote.scale + finerPlaces);
  return side === 'BUY' ? subtract(quote, better) : add(quote, better);
}

/**
 * One to three parts on the venue's grid that add up to the whole; on a finer grid two or three, the first of them
 * finer.
 */
function cut(qty: Decimal, { step, finerPlaces }: BookRow, random: Random): readonly Decimal[] {
  const coarse = decimal(step);
  const unit: Decimal = finerPlaces === 0 ? coarse : { coefficient: 1n, scale: coarse.scale + finerPlaces };
  let units = divide(qty, unit, 0).coefficient;
  const wanted = random.int(finerPlaces === 0 ? 1 : 2, MOST_SLICES);
  const parts: bigint[] = [];
  for (let left = wanted; left > 1 && units > BigInt(left); left -= 1) {
    let part = (units * BigInt(random.int(20, 60))) / 100n;
    if (part === 0n) part = 1n;
    // A part that ends in a zero would not be finer than the platform's grid.
    if (finerPlaces > 0 && parts.length === 0 && part % 10n === 0n) part += 1n;
    parts.push(part);
    units -= part;
  }
  parts.push(units);
  return parts.map((part) => multiply(unit, decimalOf(part, 0)));
}
