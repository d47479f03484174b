/** Finds rows that a page leaves out. */
import { byPosition } from './by-position.ts';
import type { PageRange } from './page-range.ts';
import { isCertainlyAsked } from './row-filter.ts';
import type { SightedRow, Sighting } from './row-sightings.ts';
import type { WalkedPage } from './walked-pages.ts';

/**
 * A row that a page must hold and does not: it existed at the page's position, and its place is in the page's range.
 */
export interface Missing {
  readonly page: WalkedPage;
  readonly sighted: SightedRow;
  readonly shown: Sighting;
}

export interface PlacedPage {
  readonly page: WalkedPage;
  readonly position: bigint;
  readonly range: PageRange;
}

interface Birth {
  readonly position: bigint;
  readonly place: bigint;
  readonly group: string;
  readonly sighted: SightedRow;
  readonly shown: Sighting;
}

/**
 * Checks each page for the rows that existed at its position. Pages and creations are swept together by position,
 * and a page is done at the first row that it lacks, so the cost is proportional to the rows served.
 */
export function firstMissing(pages: readonly PlacedPage[], rows: Iterable<SightedRow>): Missing | undefined {
  const inOrder = birthsOf(rows).sort(byPosition);
  const standing = new Map<string, Birth[]>();
  let born = 0;
  for (const { page, position, range } of pages.toSorted(byPosition)) {
    for (let birth = inOrder[born]; birth !== undefined && birth.position <= position; birth = inOrder[born]) {
      insert(standing, birth);
      born += 1;
    }
    const group = standing.get(groupOf(page.organisation, page.family.name, page.view)) ?? [];
    const served = new Set(page.rows.map(({ key }) => key));
    const begin = range.above === undefined ? 0 : firstAtLeast(group, range.above + 1n);
    const end = range.below === undefined ? group.length : firstAtLeast(group, range.below);
    for (const { sighted, shown } of group.slice(begin, end)) {
      if (!served.has(sighted.key) && isCertainlyAsked(sighted, page, position)) return { page, sighted, shown };
    }
  }
  return undefined;
}

function groupOf(organisation: string, family: string, view: string): string {
  return `${organisation} ${family} ${view}`;
}

/** The position from which each row certainly exists, in each of the two views. */
function birthsOf(rows: Iterable<SightedRow>): Birth[] {
  const births: Birth[] = [];
  for (const sighted of rows) {
    const { organisation, family, place } = sighted;
    if (place === undefined) continue;
    for (const view of ['latest', 'approved'] as const) {
      const shown = sighted[view].find(({ row }) => row !== undefined);
      if (shown === undefined) continue;
      const group = groupOf(organisation, family.name, view);
      births.push({ position: shown.position, place, group, sighted, shown });
    }
  }
  return births;
}

/** Ids grow with their creation, so a new one nearly always belongs at the end. */
function insert(standing: Map<string, Birth[]>, birth: Birth): void {
  const group = standing.get(birth.group);
  if (group === undefined) standing.set(birth.group, [birth]);
  else group.splice(firstAtLeast(group, birth.place), 0, birth);
}

function firstAtLeast(births: readonly Birth[], place: bigint): number {
  let low = 0;
  let high = births.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((births[middle] as Birth).place < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
