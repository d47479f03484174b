/** Every collection of the interface that the target serves, and the row keys of each. */

import { REGISTER } from '../contract/register.ts';
import { kindOf } from '../contract/routes.ts';
import type { Actor } from '../member/actor.ts';
import { instanceKey } from '../member/exchange/instance-id.ts';
import type { TargetFacts } from '../member/profile/target-facts.ts';
import { heldNames, heldPlaces } from './every-read.ts';
import { keyedBy, type Paged } from './paged.ts';

/** The cases of `everyPage`: `GET /orders`. */
export function pageNames({ target }: { readonly target: Pick<TargetFacts, 'rest'> }): readonly string[] {
  return heldNames({ target }).filter(isOfAPage);
}

const isOfAPage = (name: string) => kindOf(name) === 'page';

/** The paths of the collections that the run takes, including the documents and orders of one algo instance. */
export async function everyPage(
  reader: Actor,
  target: TargetFacts,
  takes: (name: string) => boolean = () => true,
): Promise<readonly string[]> {
  const places = await heldPlaces(reader, { target, takes: (name) => isOfAPage(name) && takes(name) });
  return places.map(({ path }) => path);
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
