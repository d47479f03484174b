import { type Decimal, decimal, multiply } from '../../gateway/contract/decimal.ts';
import type { OrderRow } from '../../gateway/facts.ts';
import { lives } from '../owners/orders/state.ts';

/** The assets of an instrument. */
export interface Pair {
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
export function lockOf(order: OrderRow, { base, quote }: Pair): Lock | undefined {
  if (!lives(order)) return undefined;
  const left = decimal(order.leavesQty);
  if (order.side === 'SELL') return { assetId: base, amount: left };
  return order.price === null ? undefined : { assetId: quote, amount: multiply(decimal(order.price), left) };
}
