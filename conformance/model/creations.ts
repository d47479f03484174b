/** Which key made a row, where the row itself says so. */
import { ORDERS } from './families.ts';
import type { SightedRow, Sighting } from './row-sightings.ts';

/** What the rows are called that a key of the history makes, so that each is known by its key again. */
export const MADE_BY = 'touchstone-';

/** The key that a row names as its maker: an order's clientOrderId, and the name that a sequence gives what it creates. */
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
