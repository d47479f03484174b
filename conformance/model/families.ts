/** Rows by what they are: what names one, and in what order a collection serves them (PAGE-12 to PAGE-15). */
import { REGISTER } from '../contract/register.ts';

export type Row = Readonly<Record<string, unknown>>;

/** `either`: by id, whichever way (decision A56). `own`: stable, and no more is said of it (decision A57). */
export type Order = 'ascending' | 'descending' | 'either' | 'own';

export interface Family {
  readonly name: string;
  /** Below the root, where one row is read by its id; undefined: there is no such route. */
  readonly path: string | undefined;
  /** The members of a row that name it within what serves it. */
  readonly key: readonly string[];
  readonly order: Order;
}

const REGISTER_FAMILIES = REGISTER.map(({ path, id }): Family => {
  return { name: path.slice(1), path, key: [id], order: 'ascending' };
});

export const ORDERS: Family = { name: 'orders', path: '/orders', key: ['orderId'], order: 'descending' };
export const EXECUTIONS: Family = {
  name: 'executions',
  path: '/executions',
  key: ['executionId'],
  order: 'descending',
};
export const BALANCES: Family = {
  name: 'account-balances',
  path: undefined,
  key: ['accountId', 'assetId'],
  order: 'ascending',
};
export const INSTANCES: Family = {
  name: 'instances',
  path: '/algos/instances',
  key: ['instanceId'],
  order: 'either',
};
export const DOCUMENTS: Family = { name: 'documents', path: undefined, key: ['seq'], order: 'own' };
export const VERSIONS: Family = { name: 'versions', path: undefined, key: ['pool', 'algoVersionId'], order: 'own' };

const BY_NAME: ReadonlyMap<string, Family> = new Map(
  [...REGISTER_FAMILIES, ORDERS, EXECUTIONS, BALANCES].map((family) => [family.name, family]),
);

/** The family that stands at the first segment of a path; those of algos stand deeper. */
export function familyNamed(name: string): Family | undefined {
  return BY_NAME.get(name);
}

export function isOfRegister({ name }: Family): boolean {
  return REGISTER_FAMILIES.some((family) => family.name === name);
}

/** An int64 as the interface spells it; undefined for anything else. */
export function int64Of(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^[1-9][0-9]{0,18}$/.test(value) ? BigInt(value) : undefined;
}

function wordOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** What names the row within what serves it; undefined where a member of its key is not there. */
export function keyOf(row: Row, { key }: Family): string | undefined {
  const words = key.map((member) => wordOf(row[member]));
  return words.includes(undefined) ? undefined : words.join('/');
}

const INT64_BITS = 64n;

/** Where the row stands among its like; undefined where its key is no number. */
export function placeOf(key: string): bigint | undefined {
  let place = 0n;
  for (const word of key.split('/')) {
    if (!/^(0|[1-9][0-9]{0,18})$/.test(word)) return undefined;
    place = (place << INT64_BITS) + BigInt(word);
  }
  return place;
}
