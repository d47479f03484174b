/** Where money stands in what is served of orders: rows, executions, and the legs of a rejection. */
import type { Exchange } from '../../target/exchange.ts';
import { json } from '../../target/exchange.ts';

const NAMES = new Set([
  'price',
  'qty',
  'cumQty',
  'leavesQty',
  'avgPx',
  'lastFillPx',
  'lastFillQty',
  'fee',
  'observedValue',
  'limitValue',
]);

export type MoneyProperty = readonly [name: string, value: unknown];

/** Every money property anywhere in an answer, by name. */
export function moneyOf(e: Exchange): readonly MoneyProperty[] {
  const found: MoneyProperty[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (NAMES.has(name) && !Array.isArray(value)) found.push([name, inner]);
      else walk(inner);
    }
  };
  walk(json(e));
  return found;
}
