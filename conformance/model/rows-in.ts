/** The rows that an answer shows, each with its name. */
import type { Exchange } from '../member/exchange/exchange.ts';
import { at, isOk, json } from '../member/exchange/exchange.ts';
import type { Row } from './families.ts';
import { DOCUMENTS, keyOf, placeOf } from './families.ts';
import type { Subject } from './subject.ts';
import { subjectOf } from './subject.ts';

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
