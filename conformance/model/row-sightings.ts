/** Every exchange that shows a row, or shows that it does not exist, with the position at which it does. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { isOk, isWrite, status } from '../member/exchange/exchange.ts';
import { byPosition } from './by-position.ts';
import type { Chronicle } from './chronicle.ts';
import { derived } from './derived.ts';
import type { Family, Row } from './families.ts';
import { DOCUMENTS, INSTANCES, placeOf, VERSIONS } from './families.ts';
import type { Reading } from './reading.ts';
import { queryOf } from './reading.ts';
import type { RecordedFact } from './recorded-fact.ts';
import { factsOf } from './recorded-fact.ts';
import type { NamedRow } from './rows-in.ts';
import { keyNamed, rowOf, rowsOfPage } from './rows-in.ts';

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

/** All organisations share one catalogue. */
function holderOf(organisation: string, family: Family): string {
  return family === VERSIONS ? '' : organisation;
}

/** The name of a row in `sightedRows`. */
export function rowName(organisation: string, family: Family, key: string): RowName {
  return `${holderOf(organisation, family)} ${family.name} ${key}`;
}

interface Growing extends SightedRow {
  readonly latest: Sighting[];
  readonly approved: Sighting[];
}

class Sightings {
  readonly byName = new Map<RowName, Growing>();
  /** The same rows, for which no name is spelled: by family, by organisation and by key. */
  readonly #byKey = new Map<Family, Map<string, Map<string, Growing>>>();

  note(organisation: string, family: Family, key: string, sighting: Sighting): void {
    const rows = this.#rowsOf(organisation, family);
    let sighted = rows.get(key);
    if (sighted === undefined) {
      sighted = { organisation, family, key, place: placeOf(key), latest: [], approved: [] };
      rows.set(key, sighted);
      this.byName.set(rowName(organisation, family, key), sighted);
    }
    // Only rows that await approval differ between views: a row that is not approved may still exist.
    const isApproved = queryOf(sighting.exchange, 'view') === 'approved';
    if (!isApproved) sighted.latest.push(sighting);
    else if (sighting.row !== undefined) sighted.approved.push(sighting);
  }

  #rowsOf(organisation: string, family: Family): Map<string, Growing> {
    let ofFamily = this.#byKey.get(family);
    if (ofFamily === undefined) {
      ofFamily = new Map();
      this.#byKey.set(family, ofFamily);
    }
    const holder = holderOf(organisation, family);
    let rows = ofFamily.get(holder);
    if (rows === undefined) {
      rows = new Map();
      ofFamily.set(holder, rows);
    }
    return rows;
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
