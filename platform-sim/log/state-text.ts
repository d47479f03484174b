/**
 * An owner's state as JSON and back: plain objects, arrays, immutable maps, sets and lists, big integers. A row that a
 * record stated is replaced by its place in the sequence, so a snapshot is small, and the restored state shares its
 * rows with the records. Any other value throws, because it would be restored differently.
 */
import { Map as ImmutableMap, Set as ImmutableSet, isList, isMap, isOrdered, isSet, List } from 'immutable';
import type { SequencedRecord } from '../../gateway/facts.ts';

/** Strings, booleans, null and finite numbers are unchanged; any other value is a list that begins with its tag. */
export type StateText = string | number | boolean | null | readonly [Tag, ...StateText[]];

type Tag = 'undefined' | 'bigint' | 'array' | 'object' | 'map' | 'set' | 'list' | 'row';

/** The rows in the facts of records, by identity: position, fact, name within it. */
export interface RowPlaces {
  get(row: object): RowPlace | undefined;
  set(row: object, place: RowPlace): unknown;
}

type RowPlace = readonly [position: number, fact: number, name: string];

/** Adds the rows of one record. A row that is stated again gets its later place: it is the same. */
export function placeRows(places: RowPlaces, { position, verdict }: SequencedRecord): void {
  (verdict.facts ?? []).forEach((fact, index) => {
    for (const [name, value] of Object.entries(fact))
      if (typeof value === 'object' && value !== null) places.set(value, [position, index, name]);
  });
}

/** @throws TypeError for a value that would not be restored unchanged */
export function textOfState(value: unknown, places: Pick<RowPlaces, 'get'>): StateText {
  switch (typeof value) {
    case 'undefined':
      return ['undefined'];
    case 'bigint':
      return ['bigint', `${value}`];
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (Number.isFinite(value) && !Object.is(value, -0)) return value;
      break;
    case 'object':
      return value === null ? null : textOfObject(value, places);
    default:
  }
  throw new TypeError(`a ${typeof value} of a state cannot be kept: ${String(value)}`);
}

function textOfObject(value: object, places: Pick<RowPlaces, 'get'>): StateText {
  const place = places.get(value);
  if (place !== undefined) return ['row', ...place];
  const tagged = (tag: Tag, values: Iterable<unknown>): StateText => {
    const text: [Tag, ...StateText[]] = [tag];
    for (const each of values) text.push(textOfState(each, places));
    return text;
  };
  if (Array.isArray(value)) return tagged('array', value);
  if (isOrdered(value) && !isList(value)) throw new TypeError('an ordered collection of a state cannot be kept');
  // In insertion order, because small maps are read in that order.
  if (isMap(value)) return tagged('map', flat(value.entries()));
  if (isSet(value)) return tagged('set', value);
  if (isList(value)) return tagged('list', value);
  if (Object.getPrototypeOf(value) === Object.prototype) return tagged('object', flat(Object.entries(value)));
  throw new TypeError(`a ${value.constructor?.name} of a state cannot be kept`);
}

/** @throws TypeError for text that `textOfState` did not write, or if the records do not state a named row */
export function stateOfText(text: StateText, records: readonly SequencedRecord[]): unknown {
  if (!isTagged(text)) return text;
  const at = (index: number): unknown => stateOfText(text[index] as StateText, records);
  const length = text.length;
  switch (text[0]) {
    case 'row':
      return rowAt(text, records);
    case 'bigint':
      return BigInt(text[1] as string);
    case 'undefined':
      return undefined;
    case 'object':
      return Object.fromEntries(pairs(text, at));
    case 'map':
      return ImmutableMap().withMutations((map) => {
        for (let index = 1; index < length; index += 2) map.set(at(index), at(index + 1));
      });
    case 'set':
      return ImmutableSet(values(text, at));
    case 'list':
      return List(values(text, at));
    case 'array':
      return [...values(text, at)];
    default:
      throw new TypeError(`there is no ${text[0] as string} in a state`);
  }
}

type Tagged = readonly [Tag, ...StateText[]];

function isTagged(text: StateText): text is Tagged {
  return Array.isArray(text);
}

function* values(text: Tagged, at: (index: number) => unknown): Generator<unknown> {
  for (let index = 1; index < text.length; index += 1) yield at(index);
}

function* pairs(text: Tagged, at: (index: number) => unknown): Generator<[string, unknown]> {
  for (let index = 1; index < text.length; index += 2) yield [text[index] as string, at(index + 1)];
}

function rowAt([, position, index, name]: Tagged, records: readonly SequencedRecord[]): unknown {
  const fact = records[(position as number) - 1]?.verdict.facts?.[index as number];
  const row = (fact as unknown as Record<string, unknown> | undefined)?.[name as string];
  if (row === undefined) throw new TypeError(`record ${String(position)} states no ${String(name)}`);
  return row;
}

function* flat(entries: Iterable<readonly [unknown, unknown]>): Generator<unknown> {
  for (const entry of entries) yield* entry;
}
