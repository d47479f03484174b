/** Every exchange that shows a row, or shows that it does not exist, with the position at which it does. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { isOk, isWrite, status } from '../member/exchange/exchange.ts';
import type { Chronicle } from './chronicle.ts';
import { derived } from './chronicle.ts';
import type { Family, Row } from './families.ts';
import { DOCUMENTS, INSTANCES, placeOf, VERSIONS } from './families.ts';
import type { Reading } from './reading.ts';
import { queryOf } from './reading.ts';
import type { RecordedFact } from './recorded-fact.ts';
import { byPosition, factsOf } from './recorded-fact.ts';
import type { NamedRow } from './subject.ts';
import { keyNamed, rowOf, rowsOfPage } from './subject.ts';

export interface Sighting {
  readonly position: bigint;
  /** undefined: the row does not exist. */
  readonly row: Row | undefined;
  readonly exchange: Exchange;
  /** The owner's answer to a write; undefined: a read. */
  readonly fact: RecordedFact | undefined;
}

export interface SightedRow {
  readonly organisation: string;
  readonly family: Family;
  readonly key: string;
  readonly place: bigint | undefined;
  /** In order of position; at one position the answer of a fact comes before the reads. */
  readonly latest: readonly Sighting[];
  /** Sightings with view=approved only. */
  readonly approved: readonly Sighting[];
}

export type RowName = `${string} ${string} ${string}`;

/** The name of a row in `sightedRows`. All organisations share one catalogue of versions. */
export function rowName(organisation: string, family: Family, key: string): RowName {
  return `${family === VERSIONS ? '' : organisation} ${family.name} ${key}`;
}

class Sightings {
  readonly byName = new Map<RowName, SightedRow & { readonly latest: Sighting[]; readonly approved: Sighting[] }>();

  note(organisation: string, family: Family, key: string, sighting: Sighting): void {
    const name = rowName(organisation, family, key);
    let sighted = this.byName.get(name);
    if (sighted === undefined) {
      sighted = { organisation, family, key, place: placeOf(key), latest: [], approved: [] };
      this.byName.set(name, sighted);
    }
    // Only rows that await approval differ between views: a row that is not approved may still exist.
    const isApproved = queryOf(sighting.exchange, 'view') === 'approved';
    if (!isApproved) sighted.latest.push(sighting);
    else if (sighting.row !== undefined) sighted.approved.push(sighting);
  }
}

/** Whether it is the answer to the write that creates the row. */
export function isCreation({ fact }: Sighting): boolean {
  return fact?.answeredBy.subject?.kind === 'create';
}

/** The sightings of every row in a history, by the row's name, each list in order of position. */
export const sightedRows: (chronicle: Chronicle) => ReadonlyMap<RowName, SightedRow> = derived((chronicle) => {
  const sightings = new Sightings();
  // One answer for each fact: T12 says that the others are equal.
  for (const fact of factsOf(chronicle)) noteFact(sightings, fact);
  for (const reading of chronicle.readings) noteReading(sightings, reading);
  for (const { latest, approved } of sightings.byName.values()) {
    latest.sort(byPosition);
    approved.sort(byPosition);
  }
  return sightings.byName;
});

function noteFact(sightings: Sightings, fact: RecordedFact): void {
  const { exchange, subject } = fact.answeredBy;
  const shown = rowOf(exchange, subject);
  if (shown === undefined || subject === undefined) return;
  const { key, row } = shown;
  sightings.note(fact.story.organisation, subject.family, key, { position: fact.position, row, exchange, fact });
}

function noteReading(sightings: Sightings, { organisation, exchange, position: at, subject }: Reading): void {
  if (at === undefined || subject === undefined) return;
  const seen = { position: at, exchange, fact: undefined };
  if (status(exchange) === 404) {
    const absent = keyNamed(subject);
    if (absent !== undefined) sightings.note(organisation, subject.family, absent, { ...seen, row: undefined });
    // Where an instance does not exist, nothing below it does; a single document may also be missing.
    else if (subject.instance !== undefined && subject.family !== DOCUMENTS)
      sightings.note(organisation, INSTANCES, subject.instance, { ...seen, row: undefined });
    return;
  }
  if (isWrite(exchange) || !isOk(exchange)) return;
  const note = ({ key, row }: NamedRow) =>
    sightings.note(organisation, subject.family, key, { position: at, row, exchange, fact: undefined });
  if (subject.kind === 'page') rowsOfPage(exchange, subject).forEach(note);
  else {
    const row = rowOf(exchange, subject);
    if (row !== undefined) note(row);
  }
}

/** The sighted rows of one family. */
export function rowsOfFamily(chronicle: Chronicle, family: Family): readonly SightedRow[] {
  return [...sightedRows(chronicle).values()].filter((row) => row.family === family);
}

export type Shown = Sighting & { readonly row: Row };

/** The sightings at which the row existed. */
export function shownIn(sightings: readonly Sighting[]): readonly Shown[] {
  return sightings.filter((sighting): sighting is Shown => sighting.row !== undefined);
}

/** The first sighting at which the row existed; undefined: the history shows none. */
export function firstShown({ latest }: SightedRow): Sighting | undefined {
  return latest.find(({ row }) => row !== undefined);
}

/** The rows that may have changed although no fact shows it: those of a write whose outcome the history does not show. */
export const openRows: (chronicle: Chronicle) => ReadonlySet<RowName> = derived(({ keys }) => {
  const names = new Set<RowName>();
  for (const { organisation, attempts, judged } of keys) {
    if (judged.length > 0) continue;
    for (const { outcome, subject } of attempts) {
      if (outcome.kind === 'refused-at-door' || subject === undefined) continue;
      const key = keyNamed(subject);
      if (key !== undefined) names.add(rowName(organisation, subject.family, key));
    }
  }
  return names;
});

/**
 * The last sighting at or before a position.
 * @param sightings in order of position.
 */
export function lastAt<S extends { readonly position: bigint }>(sightings: readonly S[], at: bigint): S | undefined {
  return sightings[firstAfter(sightings, at) - 1];
}

/** The index of the first sighting after a position. */
export function firstAfter(sightings: readonly { readonly position: bigint }[], at: bigint): number {
  let low = 0;
  let high = sightings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sightings[middle] as { readonly position: bigint }).position <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
