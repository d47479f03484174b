/** Whether a row is one that a page's filters ask for, as far as a history tells. */
import type { Row } from './families.ts';
import { DOCUMENTS } from './families.ts';
import type { SightedRow, Sighting } from './row-sightings.ts';
import { firstAfter } from './row-sightings.ts';
import type { WalkedPage } from './walked-pages.ts';

/** The member of a row that each filter is about; others are not shown. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['status', 'status'],
  ['accountId', 'accountId'],
]);

/** Members that a row keeps for life. */
const LASTING = new Set(['accountId', 'algoInstanceId']);

/** What the rows of the page must say of themselves. */
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

/** A member that the row does not have is no word against it: rows are not shown whole. */
export function contradicts(row: Row, [member, value]: readonly [string, string]): boolean {
  return row[member] !== undefined && String(row[member]) !== value;
}

/** It stood at the page's position and was what the page asks for; unless that is certain, false. */
export function isCertainlyAsked(sighted: SightedRow, page: WalkedPage, at: bigint): boolean {
  if (page.family === DOCUMENTS) return sighted.key.startsWith(`${page.instance}/`);
  // What a row was in its approved state is not what its latest sightings say.
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
  // Between two sightings that agree nothing is known to have changed it; at its very position nothing did.
  return says(before) && (before?.position === at || says(next));
}
