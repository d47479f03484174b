/** Which rows a page has to hold: the range of places that it covers, its filters, and the first row that it leaves out. */
import type { Row } from './families.ts';
import { DOCUMENTS } from './families.ts';
import { byPosition } from './recorded-fact.ts';
import type { SightedRow, Sighting } from './row-sightings.ts';
import { firstAfter } from './row-sightings.ts';
import type { WalkedPage } from './walked-pages.ts';
import { besideOf } from './walked-pages.ts';

/** The places that a page covers, up to its neighbours: a row in the range is on the page or does not exist. */
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

/** The member of a row that each filter compares; rows do not show the others. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['status', 'status'],
  ['accountId', 'accountId'],
]);

/** Members that never change in a row's life. */
const LASTING = new Set(['accountId', 'algoInstanceId']);

/** The values that the rows of the page must have. */
export function filtersOf({
  family,
  instance,
  filters,
}: WalkedPage): readonly (readonly [member: string, value: string])[] {
  const asked = [...filters].flatMap(([name, value]): [string, string][] => {
    const member = MEMBERS.get(name);
    return member === undefined ? [] : [[member, value]];
  });
  return instance === undefined || family === DOCUMENTS ? asked : [...asked, ['algoInstanceId', instance]];
}

/** A member that the row does not show proves nothing: rows are not always served whole. */
export function contradicts(row: Row, [member, value]: readonly [string, string]): boolean {
  return row[member] !== undefined && String(row[member]) !== value;
}

/** Whether the row certainly existed at the page's position and matched its filters. */
export function isCertainlyAsked(sighted: SightedRow, page: WalkedPage, at: bigint): boolean {
  if (page.family === DOCUMENTS) return sighted.key.startsWith(`${page.instance}/`);
  // The latest sightings say nothing about the row's approved state.
  if (page.view !== 'latest' && page.filters.size > 0) return false;
  if ([...page.filters.keys()].some((name) => !MEMBERS.has(name))) return false;
  return filtersOf(page).every(([member, value]) => wasSo(sighted.latest, member, value, at));
}

function wasSo(sightings: readonly Sighting[], member: string, value: string, at: bigint): boolean {
  const says = (sighting: Sighting | undefined) =>
    sighting?.row !== undefined && String(sighting.row[member]) === value;
  if (LASTING.has(member)) return sightings.some(says);
  const after = firstAfter(sightings, at);
  const [before, next] = [sightings[after - 1], sightings[after]];
  // Between two sightings that agree, no known write changed the row; at the position itself none did.
  return says(before) && (before?.position === at || says(next));
}

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
