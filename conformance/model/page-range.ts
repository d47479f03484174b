/** Which places a page speaks of: those between its neighbours, so that a row in the range is on the page or nowhere. */
import type { WalkedPage } from './walked-pages.ts';
import { besideOf } from './walked-pages.ts';

/** Both ends are of other pages. */
export interface PageRange {
  /** Places at or below it; undefined: the page ends the collection there. */
  readonly above: bigint | undefined;
  /** Places at or above it. */
  readonly below: bigint | undefined;
}

/** undefined: the place of the page, or the order of its collection, is not known. */
export function rangeOf(page: WalkedPage): PageRange | undefined {
  const { family, came, rows } = page;
  if (family.order !== 'ascending' && family.order !== 'descending') return undefined;
  const beside = besideOf(page)?.place;
  if (came === undefined || (came !== 'first' && beside === undefined)) return undefined;
  // An edge is a neighbour's row where the walk came from there, and the page's own last row where there is more beyond.
  const back = came !== 'first' && came.toward === 'previous';
  const edge = back ? rows[0]?.place : rows.at(-1)?.place;
  const more = (back ? page.previous : page.next) !== undefined;
  if (more && edge === undefined) return undefined;
  const upward = (family.order === 'ascending') !== back;
  const far = more && edge !== undefined ? edge + (upward ? 1n : -1n) : undefined;
  return upward ? { above: beside, below: far } : { above: far, below: beside };
}
