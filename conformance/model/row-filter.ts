/** Whether a row matches a page's filters, as far as the history shows. */
import type { Row } from './families.ts';
import { DOCUMENTS } from './families.ts';
import type { SightedRow, Sighting } from './row-sightings.ts';
import { firstAfter } from './row-sightings.ts';
import type { WalkedPage } from './walked-pages.ts';

/** The member of a row that each filter compares; rows do not show the others. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['status', 'status'],
  ['accountId', 'accountId'],
]);

/** Members that never change in a row's life. */
const LASTING = new Set(['accountId', 'algoInstanceId']);

/** The values that the rows of the page must have. */
export function askedOf({
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
  return askedOf(page).every(([member, value]) => wasSo(sighted.latest, member, value, at));
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
