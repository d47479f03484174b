/** The rows that a request is about, by its method and path, and those that its answer shows. */
import { decoded } from '../member/exchange/decoded.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { at, isOk, json, pathOf } from '../member/exchange/exchange.ts';
import type { Family, Row } from './families.ts';
import { DOCUMENTS, familyNamed, INSTANCES, keyOf, ORDERS, placeOf, VERSIONS } from './families.ts';

export interface Subject {
  readonly family: Family;
  /** `page`: a read of many. `row`: a read of one. `create`, `change`: a write whose answer is the row. */
  readonly kind: 'page' | 'row' | 'create' | 'change';
  /** The key of the row that the path names. */
  readonly key: string | undefined;
  /** The instance below which documents and orders are served. */
  readonly instance: string | undefined;
  /** The action that the path names: `approve`, `config`. */
  readonly arm: string | undefined;
}

/** undefined: about no row that a collection serves (/me, /operations/{key}, a halt). */
export function subjectOf(e: Exchange): Subject | undefined {
  return read(e.request.method === 'GET', pathOf(e).slice(1).split('/').map(decoded));
}

function read(isRead: boolean, [first = '', ...rest]: readonly string[]): Subject | undefined {
  if (first !== 'algos') {
    const family = familyNamed(first);
    return family && ofFamily(isRead, family, rest);
  }
  const [collection, ...below] = rest;
  if (collection === 'versions') return isRead && below.length === 0 ? of(VERSIONS, 'page') : undefined;
  if (collection !== 'instances') return undefined;
  const [instance, part, ...deeper] = below;
  if (instance === undefined || part === undefined) return ofFamily(isRead, INSTANCES, below);
  const [seq, ...tooDeep] = deeper;
  if (tooDeep.length > 0) return undefined;
  if (isRead && part === 'configs') {
    return seq === undefined ? { ...of(DOCUMENTS, 'page'), instance } : { ...of(DOCUMENTS, 'row'), instance, key: seq };
  }
  if (seq !== undefined) return undefined;
  if (isRead) return part === 'orders' ? { ...of(ORDERS, 'page'), instance } : undefined;
  return part === 'config'
    ? { ...of(DOCUMENTS, 'create'), instance, arm: part }
    : { ...of(INSTANCES, 'change'), key: instance, arm: part };
}

function ofFamily(isRead: boolean, family: Family, [key, arm, ...tooDeep]: readonly string[]): Subject | undefined {
  if (tooDeep.length > 0 || (isRead && arm !== undefined)) return undefined;
  if (isRead) return key === undefined ? of(family, 'page') : { ...of(family, 'row'), key };
  return key === undefined ? of(family, 'create') : { ...of(family, 'change'), key, arm };
}

function of(family: Family, kind: Subject['kind']): Subject {
  return { family, kind, key: undefined, instance: undefined, arm: undefined };
}

export interface NamedRow {
  /** One text for each row of its family. */
  readonly key: string;
  /** The row's place in its family; undefined where its key does not decide that. */
  readonly place: bigint | undefined;
  readonly row: Row;
}

/** The rows of a page; empty where the answer is not a page. A row whose key cannot be read is left out. */
export function rowsOfPage(e: Exchange, subject = subjectOf(e)): readonly NamedRow[] {
  const items = at(e, 'items');
  if (subject?.kind !== 'page' || !isOk(e) || !Array.isArray(items)) return [];
  const rows: NamedRow[] = [];
  for (const item of items) {
    const row = named(item, subject);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/** The row that is the whole body: of a read of one row, or of a write that answers with it. */
export function rowOf(e: Exchange, subject = subjectOf(e)): NamedRow | undefined {
  if (subject === undefined || subject.kind === 'page' || !isOk(e)) return undefined;
  const row = named(json(e), subject);
  return row === undefined || (subject.key !== undefined && row.key !== keyNamed(subject)) ? undefined : row;
}

/** The key of the row that a path names, as `NamedRow` spells it; undefined where it names none. */
export function keyNamed({ family, key, instance }: Subject): string | undefined {
  if (key === undefined) return undefined;
  return family === DOCUMENTS ? `${instance}/${key}` : key;
}

function named(row: unknown, { family, instance }: Subject): NamedRow | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const own = keyOf(row as Row, family);
  if (own === undefined) return undefined;
  // A document's seq counts within its instance only.
  const key = family === DOCUMENTS ? `${instance}/${own}` : own;
  return { key, place: placeOf(key), row: row as Row };
}
