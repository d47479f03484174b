/**
 * The row that a write would change, by method and path alone. Paths without a route count too, as a lenient member
 * might route them.
 */

import { ABSENT, REGISTER } from '../../contract/register.ts';
import { decoded } from '../exchange/decoded.ts';
import { instanceIdOf } from '../exchange/instance-id.ts';

/** The collections with writable rows, and the name of their row key. */
const COLLECTIONS: ReadonlyMap<string, string> = new Map([
  ...REGISTER.map(({ path, id }) => [path, id] as const),
  ['/orders', 'orderId'],
  ['/algos/instances', 'instanceId'],
]);

/** Writes on every row of a kind at once. */
const ON_ALL = /^\/algos\/halt\/?$/;

export type Written =
  /** The path names no row: the write may create one. */
  | { readonly kind: 'none' }
  | { readonly kind: 'row'; readonly row: string }
  | { readonly kind: 'all'; readonly path: string };

const NONE: Written = { kind: 'none' };

/** The collection of a path: `/users` for `/users/17`; undefined: none. */
export function collectionOf(path: string): string | undefined {
  // The paths of collections have one or two segments.
  const first = path.indexOf('/', 1);
  const second = first < 0 ? -1 : path.indexOf('/', first + 1);
  return (
    asCollection(first < 0 ? path : path.slice(0, first)) ?? asCollection(second < 0 ? path : path.slice(0, second))
  );
}

function asCollection(path: string): string | undefined {
  return COLLECTIONS.has(path) ? path : undefined;
}

function beforeMark(path: string, mark: string): string {
  const at = path.indexOf(mark);
  return at < 0 ? path : path.slice(0, at);
}

/** The collection in which a request would create a row; undefined: none. */
export function creationIn(method: string, path: string): string | undefined {
  return method === 'POST' ? asCollection(beforeMark(path, '?')) : undefined;
}

/** The path of a row in a body, `/users/17` for a row of `/users`; undefined: the value is not such a row. */
export function rowIn(collection: string, value: Readonly<Record<string, unknown>>): string | undefined {
  const isInstance = collection === '/algos/instances';
  const key = isInstance ? instanceIdOf(value) : value[COLLECTIONS.get(collection) ?? ''];
  return typeof key === 'number' || typeof key === 'string' ? `${collection}/${key}` : undefined;
}

/**
 * The row that a write would change. `path` is below the base address. A key is parsed as a lenient member would: `01`,
 * `+1` and `1.0` are 1.
 */
export function writtenBy(method: string, path: string): Written {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return NONE;
  const below = decoded(beforeMark(beforeMark(path, '?'), '#'));
  const plain = (below.includes('//') ? below.replaceAll(/\/{2,}/g, '/') : below).toLowerCase();
  if (ON_ALL.test(plain)) return { kind: 'all', path: plain };
  const collection = collectionOf(plain);
  if (collection === undefined) return NONE;
  const key = beforeMark(plain.slice(collection.length + 1), '/').trim();
  const read = /^[0-9]+$/.test(key) ? key.replace(/^0+(?=.)/, '') : Number(key);
  if (key === '' || (typeof read === 'number' && !Number.isInteger(read))) return NONE;
  return { kind: 'row', row: `${collection}/${read}` };
}

const UNUSED_KEYS: ReadonlySet<string> = new Set(Object.values(ABSENT));

/** Whether the row's id is one that no row has. */
export function isUnusedRow(row: string): boolean {
  return UNUSED_KEYS.has(row.slice(row.lastIndexOf('/') + 1));
}
