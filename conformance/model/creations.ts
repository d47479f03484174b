/** Finds the key that created a row, where the row itself shows it. */
import { ORDERS } from './families.ts';
import type { SightedRow, Sighting } from './row-sightings.ts';

/** The names given to rows that a key of the history creates, so that each row can be traced to its key. */
export const MADE_BY = 'touchstone-';

/**
 * The key that a row names as its creator: an order's clientOrderId, or the name that a sequence gives to what it
 * creates.
 */
export function makerOf({
  family,
  latest,
}: SightedRow): { readonly key: string; readonly shown: Sighting } | undefined {
  const member = family === ORDERS ? 'clientOrderId' : 'displayName';
  const shown = latest.find(({ row }) => typeof row?.[member] === 'string');
  const text = shown?.row?.[member] as string | undefined;
  if (shown === undefined || text === undefined) return undefined;
  if (family === ORDERS) return { key: text, shown };
  return text.startsWith(MADE_BY) ? { key: text.slice(MADE_BY.length), shown } : undefined;
}
