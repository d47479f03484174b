/**
 * The range of places that a page covers, up to its neighbours: a row in the range is on the page or does not exist.
 */
import type { WalkedPage } from './walked-pages.ts';
import { besideOf } from './walked-pages.ts';

/** Both ends belong to other pages. */
export interface PageRange {
  /** The page covers places above this one; undefined: the collection ends here. */
  readonly above: bigint | undefined;
  /** The page covers places below this one. */
  readonly below: bigint | undefined;
}

/** undefined: the place of the page, or the order of its collection, is not known. */
export function rangeOf(page: WalkedPage): PageRange | undefined {
  const { family, came, rows } = page;
  if (family.order !== 'ascending' && family.order !== 'descending') return undefined;
  const beside = besideOf(page)?.place;
  if (came === undefined || (came !== 'first' && beside === undefined)) return undefined;
  // The edge is the neighbouring row where the walk came from there, and the page's own last row where more rows
  // follow.
  const back = came !== 'first' && came.toward === 'previous';
  const edge = back ? rows[0]?.place : rows.at(-1)?.place;
  const more = (back ? page.previous : page.next) !== undefined;
  if (more && edge === undefined) return undefined;
  const upward = (family.order === 'ascending') !== back;
  const far = more && edge !== undefined ? edge + (upward ? 1n : -1n) : undefined;
  return upward ? { above: beside, below: far } : { above: far, below: beside };
}
