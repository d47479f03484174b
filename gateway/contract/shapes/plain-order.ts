/**
 * A quick look at the body of POST /orders that nearly every order passes: by ids, each member of its type. What it does not
 * pass may be valid, too; the shape judges it, and tells what is wrong with it (`plain-order.test.ts` holds them to each other).
 */
import { fitsInt64AtOwnScale, parseDecimal } from '../decimal.ts';
import { INT32_MAX } from '../int32.ts';

const MEMBERS: ReadonlySet<string> = new Set(['accountId', 'instrumentId', 'side', 'price', 'qty']);

export function isPlainOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { accountId, instrumentId, side, price, qty } = value as Readonly<Record<string, unknown>>;
  for (const name in value) if (!MEMBERS.has(name)) return false;
  return (
    isKey(accountId) &&
    isKey(instrumentId) &&
    (side === 'BUY' || side === 'SELL') &&
    (price === undefined || isMoney(price)) &&
    isMoney(qty)
  );
}

function isKey(value: unknown): boolean {
  return typeof value === 'number' && value >= 1 && value <= INT32_MAX && Number.isInteger(value);
}

function isMoney(value: unknown): boolean {
  const amount = typeof value === 'string' ? parseDecimal(value) : undefined;
  return amount !== undefined && fitsInt64AtOwnScale(amount);
}
