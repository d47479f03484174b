import type { Actor } from '../client/actor.ts';
import type { Exchange } from '../client/exchange.ts';
import { nextCursor } from './collection.ts';

interface WalkOptions {
  readonly limit: number;
  readonly label: string;
  /** Pages at most. */
  readonly most: number;
  /** The cursor that the walk starts from; the first page where absent. */
  readonly from?: string;
  /** No page is read after one of which this holds. */
  readonly isEnough?: (page: Exchange) => boolean;
  /** Before each page but the first. */
  readonly between?: () => Promise<unknown>;
}

/** Follows nextCursor until there is none, or enough pages are read. The pages as they came. */
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
