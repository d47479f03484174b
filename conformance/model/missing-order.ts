/** Orders that a page leaves out. */
import { byPosition } from './by-position.ts';
import type { OrderName } from './order-model.ts';
import { orderName } from './order-model.ts';
import type { WalkedPage } from './page-range.ts';

/** An order that a page should hold and does not: it was there at the page's position, and its key is in the range. */
export interface Missing {
  readonly page: WalkedPage;
  readonly name: OrderName;
}

/**
 * The pages, each asked for the orders that were there by its position: pages and births are swept together by position, and
 * a page is done at the first order that it lacks, so the cost is that of the rows served.
 */
export function firstMissing(
  pages: readonly (WalkedPage & { readonly position: bigint })[],
  births: readonly { readonly organisation: string; readonly id: bigint; readonly position: bigint }[],
): Missing | undefined {
  const inOrder = births.toSorted(byPosition);
  const standing = new Map<string, bigint[]>();
  let born = 0;
  for (const page of pages.toSorted(byPosition)) {
    for (let birth = inOrder[born]; birth !== undefined && birth.position <= page.position; birth = inOrder[born]) {
      insert(standing, birth.organisation, birth.id);
      born += 1;
    }
    const ids = standing.get(page.organisation) ?? [];
    const served = new Set(page.rows.map(({ id }) => id));
    const end = page.below === undefined ? ids.length : firstAtLeast(ids, page.below);
    for (let i = end - 1; i >= 0; i -= 1) {
      const id = ids[i];
      if (id === undefined || (page.above !== undefined && id <= page.above)) break;
      if (!served.has(id)) return { page, name: orderName(page.organisation, id) };
    }
  }
  return undefined;
}

/** Ids grow with their creation, so a new one nearly always comes last. */
function insert(standing: Map<string, bigint[]>, organisation: string, id: bigint): void {
  const ids = standing.get(organisation);
  if (ids === undefined) standing.set(organisation, [id]);
  else ids.splice(firstAtLeast(ids, id), 0, id);
}

function firstAtLeast(ids: readonly bigint[], id: bigint): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as bigint) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
