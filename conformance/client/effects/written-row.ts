/** Which row a write would change, by its method and path alone: also by a path that no route has, as a sloppy member reads it. */
import { NOBODYS } from '../../contract/nobodys.ts';
import { REGISTER } from '../../contract/register.ts';
import { instanceIdOf } from '../instance-id.ts';

/** The collections whose rows can be written, and what the key of a row is called. */
const COLLECTIONS: ReadonlyMap<string, string> = new Map([
  ...REGISTER.map(({ path, id }) => [path, id] as const),
  ['/orders', 'orderId'],
  ['/algos/instances', 'instanceId'],
]);

/** Writes on every row of a kind at once. */
const ON_ALL = /^\/algos\/halt\/?$/;

export type Written =
  /** It names no row: it may make one. */
  | { readonly kind: 'none' }
  | { readonly kind: 'row'; readonly row: string }
  | { readonly kind: 'all'; readonly path: string };

const NONE: Written = { kind: 'none' };

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The collection that a path is of, `/users` of `/users/17`; undefined: of none. */
export function collectionOf(path: string): string | undefined {
  return [...COLLECTIONS.keys()].find((collection) => path === collection || path.startsWith(`${collection}/`));
}

/** The collection that a request would make a row of; undefined: of none. */
export function creationIn(method: string, path: string): string | undefined {
  const [plain = ''] = path.split('?', 1);
  return method === 'POST' && COLLECTIONS.has(plain) ? plain : undefined;
}

/** `/users/17` of a row of `/users`; undefined: the value is no such row. */
export function rowIn(collection: string, value: Readonly<Record<string, unknown>>): string | undefined {
  const isInstance = collection === '/algos/instances';
  const key = isInstance ? instanceIdOf(value) : value[COLLECTIONS.get(collection) ?? ''];
  return typeof key === 'number' || typeof key === 'string' ? `${collection}/${key}` : undefined;
}

/** `path` is below the base address. A key is taken as the number that a sloppy member would read: `01`, `+1` and `1.0` are 1. */
export function writtenBy(method: string, path: string): Written {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return NONE;
  const plain = decoded(path.split(/[?#]/, 1)[0] ?? '')
    .replaceAll(/\/{2,}/g, '/')
    .toLowerCase();
  if (ON_ALL.test(plain)) return { kind: 'all', path: plain };
  const collection = collectionOf(plain);
  if (collection === undefined) return NONE;
  const key =
    plain
      .slice(collection.length + 1)
      .split('/', 1)[0]
      ?.trim() ?? '';
  const read = /^[0-9]+$/.test(key) ? key.replace(/^0+(?=.)/, '') : Number(key);
  if (key === '' || (typeof read === 'number' && !Number.isInteger(read))) return NONE;
  return { kind: 'row', row: `${collection}/${read}` };
}

const NOBODYS_KEYS: ReadonlySet<string> = new Set(Object.values(NOBODYS));

export function isNobodys(row: string): boolean {
  return NOBODYS_KEYS.has(row.slice(row.lastIndexOf('/') + 1));
}
