/** The key by which each collection tells its rows apart. */
import { REGISTER } from '../contract/register.ts';
import { instanceKey } from '../member/exchange/instance-id.ts';
import { keyedBy, type Paged } from './paged.ts';

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
