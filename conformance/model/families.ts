/** Families of rows: which members identify a row, and in what order a collection serves them (PAGE-12 to PAGE-15). */

import { REGISTER } from '../contract/register.ts';
import { instanceIdOf } from '../member/exchange/instance-id.ts';

export type Row = Readonly<Record<string, unknown>>;

/**
 * `either`: by id, in either direction (decision A56). `own`: stable; the interface does not define it further
 * (decision A57).
 */
export type Order = 'ascending' | 'descending' | 'either' | 'own';

export interface Family {
  readonly name: string;
  /** The collection's path, below which one row is read by its id; undefined: there is no such route. */
  readonly path: string | undefined;
  /** The members that identify a row within the collection that serves it. */
  readonly key: readonly string[];
  readonly order: Order;
}

const REGISTER_FAMILIES = REGISTER.map(({ path, id }): Family => {
  return { name: path.slice(1), path, key: [id], order: 'ascending' };
});

/** GET /orders: newest first, by orderId. */
export const ORDERS: Family = { name: 'orders', path: '/orders', key: ['orderId'], order: 'descending' };
/** GET /executions: newest first, by executionId. */
export const EXECUTIONS: Family = {
  name: 'executions',
  path: '/executions',
  key: ['executionId'],
  order: 'descending',
};
/** Account balances, identified by account and asset; no route reads a single one. */
export const BALANCES: Family = {
  name: 'account-balances',
  path: undefined,
  key: ['accountId', 'assetId'],
  order: 'ascending',
};
/** Algo instances, in either direction of instanceId (decision A56). */
export const INSTANCES: Family = {
  name: 'instances',
  path: '/algos/instances',
  key: ['instanceId'],
  order: 'either',
};
/** Documents of an instance, identified by seq within it, in the member's own stable order (decision A57). */
export const DOCUMENTS: Family = { name: 'documents', path: undefined, key: ['seq'], order: 'own' };
/** Algo versions, identified by pool and version id, in the member's own stable order (decision A57). */
export const VERSIONS: Family = { name: 'versions', path: undefined, key: ['pool', 'algoVersionId'], order: 'own' };

const BY_NAME: ReadonlyMap<string, Family> = new Map(
  [...REGISTER_FAMILIES, ORDERS, EXECUTIONS, BALANCES].map((family) => [family.name, family]),
);

/** The family that the first segment of a path names; the families of algos are named further down the path. */
export function familyNamed(name: string): Family | undefined {
  return BY_NAME.get(name);
}

/** Whether the family is one of the register's collections, which have an approved and a latest view. */
export function isOfRegister({ name }: Family): boolean {
  return REGISTER_FAMILIES.some((family) => family.name === name);
}

function wordOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** The row's identity within the collection that serves it; undefined where a member of its key is missing. */
export function keyOf(row: Row, family: Family): string | undefined {
  // The interface shows no name for the id in a row of an instance.
  if (family === INSTANCES) return instanceIdOf(row);
  const { key } = family;
  const [first, second] = key;
  if (first !== undefined && second === undefined) return wordOf(row[first]);
  const words = key.map((member) => wordOf(row[member]));
  return words.includes(undefined) ? undefined : words.join('/');
}

const INT64_BITS = 64n;
const NUMBER = /^(0|[1-9][0-9]{0,18})$/;

/** The row's place among the rows of its family; undefined where its key is not a number. */
export function placeOf(key: string): bigint | undefined {
  if (NUMBER.test(key)) return BigInt(key);
  if (!key.includes('/')) return undefined;
  let place = 0n;
  for (const word of key.split('/')) {
    if (!NUMBER.test(word)) return undefined;
    place = (place << INT64_BITS) + BigInt(word);
  }
  return place;
}
