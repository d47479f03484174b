import type { Actor } from '../member/actor.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { nextCursor } from './collection.ts';

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
