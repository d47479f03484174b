/** Reads of one collection that show its paging: the whole collection, its count, a walk forward and a walk back. */

import { REGISTER } from '../contract/register.ts';
import type { Actor } from '../member/actor.ts';
import { rows } from '../member/exchange/exchange.ts';
import { instanceKey } from '../member/exchange/instance-id.ts';
import { nextCursor, prevCursor, walk } from './collection.ts';

type Row = Readonly<Record<string, unknown>>;

export interface Paged {
  readonly path: string;
  /** The sort key of the collection as numbers, the most significant first; -1 for a missing one. */
  readonly keyOf: (row: Row) => readonly bigint[];
  /**
   * `either`: monotone in either direction. `own`: the collection's own order, the same on every page (decisions A56,
   * A57).
   */
  readonly order: 'ascending' | 'descending' | 'either' | 'own';
}

/** A sort key of integer properties, in this order: JSON numbers or int64 decimal strings. */
export function keyedBy(...names: readonly string[]): Paged['keyOf'] {
  return (row) => names.map((name) => wholeNumber(row[name]) ?? -1n);
}

function wholeNumber(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^[0-9]{1,19}$/.test(value) ? BigInt(value) : undefined;
}

const MOST_PAGES = 5;
const LARGEST_PAGE = 100;

/**
 * Sends the reads with the labels `whole PATH`, `counted PATH`, `counted on PATH`, `forth PATH`, `back PATH`, `again
 * PATH`.
 */
export async function readPaged(actor: Actor, { path }: Pick<Paged, 'path'>): Promise<void> {
  const include = 'total';
  // At once: a count is compared with the whole of the same state.
  const [whole, counted] = await Promise.all([
    actor.get(path, { label: `whole ${path}` }),
    actor.get(path, { query: { include, limit: 1 }, label: `counted ${path}` }),
  ]);
  const on = nextCursor(counted);
  if (on !== undefined)
    await actor.get(path, { query: { include, limit: 1, cursor: on }, label: `counted on ${path}` });
  // Three pages cover the collection, and one more may state that it ends there (decision A49). A page of one row has
  // no order: two rows a page, where there are more than two.
  const least = rows(whole).length > 2 ? 2 : 1;
  const limit = Math.min(LARGEST_PAGE, Math.max(least, Math.ceil(rows(whole).length / 3)));
  const forth = await walk(actor, path, { limit, label: `forth ${path}`, most: MOST_PAGES });
  let last = forth.at(-1);
  for (let page = 1; page < forth.length && last !== undefined; page += 1) {
    const cursor = prevCursor(last);
    if (cursor === undefined) break;
    last = await actor.get(path, { query: { limit, cursor }, label: `back ${path}` });
  }
  // What it has before and after the walk stood throughout.
  await actor.get(path, { label: `again ${path}` });
}

const KEYS: readonly (readonly [path: RegExp, keyOf: Paged['keyOf']])[] = [
  ...REGISTER.map(({ path, id }) => [new RegExp(`^${path}$`), keyedBy(id)] as const),
  [/^\/orders$|\/orders$/, keyedBy('orderId')],
  [/^\/executions$/, keyedBy('executionId')],
  [/^\/account-balances$/, keyedBy('accountId', 'assetId')],
  [/^\/algos\/instances$/, instanceKey],
  [/\/configs$/, keyedBy('seq')],
  [/^\/algos\/versions$/, versionKey],
];

/**
 * The sort key of a row of the catalogue, which has no numeric key: the bytes of pool and id, since a pool may have any
 * name.
 */
export function versionKey(row: Readonly<Record<string, unknown>>): readonly bigint[] {
  return [...Buffer.from(JSON.stringify([row['pool'], row['algoVersionId']]))].map(BigInt);
}

/** The key of a row in its collection, as text. */
export function rowKeyOf(path: string): (row: Readonly<Record<string, unknown>>) => string {
  const keyOf = KEYS.find(([pattern]) => pattern.test(path))?.[1];
  return keyOf === undefined ? (row) => JSON.stringify(row) : (row) => keyOf(row).join('/');
}
