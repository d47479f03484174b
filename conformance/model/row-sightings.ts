/** Every time that a history shows a row, or shows that it is not there, with the position of what shows it. */
import type { Exchange } from '../client/exchange.ts';
import { isOk, isWrite, position, status } from '../client/exchange.ts';
import { byPosition } from './by-position.ts';
import type { Chronicle } from './chronicle.ts';
import { derived } from './derived.ts';
import type { Family, Row } from './families.ts';
import { DOCUMENTS, INSTANCES, placeOf, VERSIONS } from './families.ts';
import { queryOf } from './reading.ts';
import type { RecordedFact } from './recorded-fact.ts';
import { factsOf } from './recorded-fact.ts';
import { keyNamed, rowOf, rowsOfPage } from './rows-in.ts';
import { subjectOf } from './subject.ts';

export interface Sighting {
  readonly position: bigint;
  /** undefined: the row is not there. */
  readonly row: Row | undefined;
  readonly exchange: Exchange;
  /** What the owner answered a write with; undefined: a read. */
  readonly fact: RecordedFact | undefined;
}

export interface SightedRow {
  readonly organisation: string;
  readonly family: Family;
  readonly key: string;
  readonly place: bigint | undefined;
  /** In order of position; at one position a fact's answer comes before the reads. */
  readonly latest: readonly Sighting[];
  /** Those of view=approved alone. */
  readonly approved: readonly Sighting[];
}

export type RowName = `${string} ${string} ${string}`;

/** The catalogue is one for all organisations. */
export function rowName(organisation: string, family: Family, key: string): RowName {
  return `${family === VERSIONS ? '' : organisation} ${family.name} ${key}`;
}

interface Growing extends SightedRow {
  readonly latest: Sighting[];
  readonly approved: Sighting[];
}

class Sightings {
  readonly byName = new Map<RowName, Growing>();

  note(organisation: string, family: Family, key: string, sighting: Sighting): void {
    const name = rowName(organisation, family, key);
    let sighted = this.byName.get(name);
    if (sighted === undefined) {
      sighted = { organisation, family, key, place: placeOf(key), latest: [], approved: [] };
      this.byName.set(name, sighted);
    }
    // Only rows that await approval differ: that one of them is not approved is no word on whether it is there.
    const isApproved = queryOf(sighting.exchange, 'view') === 'approved';
    if (!isApproved) sighted.latest.push(sighting);
    else if (sighting.row !== undefined) sighted.approved.push(sighting);
  }
}

export const sightedRows: (chronicle: Chronicle) => ReadonlyMap<RowName, SightedRow> = derived((chronicle) => {
  const sightings = new Sightings();
  // One answer a fact: that the others show the same is T12's to say.
  for (const fact of factsOf(chronicle)) noteFact(sightings, fact);
  for (const { exchange, organisation } of chronicle.readings) noteReading(sightings, organisation, exchange);
  for (const { latest, approved } of sightings.byName.values()) {
    latest.sort(byPosition);
    approved.sort(byPosition);
  }
  return sightings.byName;
});

function noteFact(sightings: Sightings, fact: RecordedFact): void {
  const { exchange } = fact.answeredBy;
  const shown = rowOf(exchange);
  const family = subjectOf(exchange)?.family;
  if (shown === undefined || family === undefined) return;
  const { key, row } = shown;
  sightings.note(fact.story.organisation, family, key, { position: fact.position, row, exchange, fact });
}

function noteReading(sightings: Sightings, organisation: string, exchange: Exchange): void {
  const at = position(exchange);
  const subject = subjectOf(exchange);
  if (at === undefined || subject === undefined) return;
  const seen = { position: at, exchange, fact: undefined };
  if (status(exchange) === 404) {
    const absent = keyNamed(subject);
    if (absent !== undefined) sightings.note(organisation, subject.family, absent, { ...seen, row: undefined });
    // Everything below an instance that is not there is not there; a document may be missing by itself.
    else if (subject.instance !== undefined && subject.family !== DOCUMENTS)
      sightings.note(organisation, INSTANCES, subject.instance, { ...seen, row: undefined });
    return;
  }
  if (isWrite(exchange) || !isOk(exchange)) return;
  const rows = subject.kind === 'page' ? rowsOfPage(exchange) : [rowOf(exchange)].filter((row) => row !== undefined);
  for (const { key, row } of rows) {
    sightings.note(organisation, subject.family, key, { ...seen, row });
  }
}

/** The last sighting of the row at a position or before it, among sightings in order. */
export function lastAt<S extends { readonly position: bigint }>(sightings: readonly S[], at: bigint): S | undefined {
  return sightings[firstAfter(sightings, at) - 1];
}

/** The index of the first one past a position. */
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
