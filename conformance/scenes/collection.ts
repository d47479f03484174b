/** The two collections that the suite pages through, and readers for one page of them. */

import type { Actor } from '../member/actor.ts';
import { type Exchange, rows, textAt } from '../member/exchange/exchange.ts';

/** The collections and their row keys. */
export const COLLECTIONS = [
  { path: '/orders', id: 'orderId' },
  { path: '/executions', id: 'executionId' },
] as const;

export type Collection = (typeof COLLECTIONS)[number];

/** The key of a row; -1 for a row without a readable key. */
export function rowId(row: Readonly<Record<string, unknown>>, { id }: Collection): bigint {
  const text = row[id];
  return typeof text === 'string' && /^[0-9]{1,19}$/.test(text) ? BigInt(text) : -1n;
}

/** The row keys of a page in order. */
export function idsOf(page: Exchange, collection: Collection): readonly bigint[] {
  return rows(page).map((row) => rowId(row, collection));
}

/** nextCursor of a page; undefined where it is null or absent. */
export function nextCursor(page: Exchange): string | undefined {
  return textAt(page, 'nextCursor');
}

/** prevCursor of a page; undefined where it is null or absent. */
export function prevCursor(page: Exchange): string | undefined {
  return textAt(page, 'prevCursor');
}

/** Whether the ids descend strictly: newest first, no duplicates. */
export function isDescending(ids: readonly bigint[]): boolean {
  return ids.every((id, i) => i === 0 || id < (ids[i - 1] ?? id));
}

/** Whether both lists hold the same ids in the same order. */
export function sameIds(left: readonly bigint[], right: readonly bigint[]): boolean {
  return left.length === right.length && left.every((id, i) => id === right[i]);
}

interface WalkOptions {
  readonly limit: number;
  readonly label: string;
  /** Maximum number of pages. */
  readonly most: number;
  /** The cursor of the first request; the first page where absent. */
  readonly from?: string;
  /** The walk ends after a page for which this returns true. */
  readonly isEnough?: (page: Exchange) => boolean;
  /** Called before each page except the first. */
  readonly between?: () => Promise<unknown>;
}

/** Follows nextCursor to the end or to the maximum of pages. Returns the pages in order. */
export async function walk(actor: Actor, path: string, options: WalkOptions): Promise<readonly Exchange[]> {
  const { limit, label, most, between, isEnough } = options;
  const pages: Exchange[] = [];
  let cursor = options.from;
  do {
    if (pages.length > 0) await between?.();
    const page = await actor.get(path, { query: { limit, ...(cursor !== undefined && { cursor }) }, label });
    pages.push(page);
    cursor = isEnough?.(page) === true ? undefined : nextCursor(page);
  } while (cursor !== undefined && pages.length < most);
  return pages;
}
