/** The two collections that this suite walks, and what one page of them says. */
import type { Exchange } from '../client/exchange.ts';
import { rows, textAt } from '../client/exchange.ts';

export const COLLECTIONS = [
  { path: '/orders', id: 'orderId' },
  { path: '/executions', id: 'executionId' },
] as const;

export type Collection = (typeof COLLECTIONS)[number];

/** The row keys of a page in its order; a row without a readable one reads -1. */
export function idsOf(page: Exchange, { id }: Collection): readonly bigint[] {
  return rows(page).map((row) => {
    const text = row[id];
    return typeof text === 'string' && /^[0-9]{1,19}$/.test(text) ? BigInt(text) : -1n;
  });
}

/** undefined where the page names none: null, or absent. */
export function nextCursor(page: Exchange): string | undefined {
  return textAt(page, 'nextCursor');
}

export function prevCursor(page: Exchange): string | undefined {
  return textAt(page, 'prevCursor');
}

/** Newest first, each once. */
export function isDescending(ids: readonly bigint[]): boolean {
  return ids.every((id, i) => i === 0 || id < (ids[i - 1] ?? id));
}

export function sameIds(left: readonly bigint[], right: readonly bigint[]): boolean {
  return left.length === right.length && left.every((id, i) => id === right[i]);
}
