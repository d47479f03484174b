/** The places of row ids in requests, and the rows of an owner whose ids a check can put there. */

import { NOBODYS } from '../contract/nobodys.ts';
import { REGISTER } from '../contract/register.ts';
import { REST_ROUTES, type RestRoute, pathOf as routePath } from '../contract/routes.ts';
import type { Actor } from '../member/actor.ts';
import { rows } from '../member/exchange/exchange.ts';

/** A collection whose rows have their own ids. */
interface IdCollection {
  readonly path: string;
  readonly id: string;
}

/** All collections with an id, and the property that holds it. */
export const ID_COLLECTIONS: readonly IdCollection[] = [
  ...REGISTER,
  { path: '/orders', id: 'orderId' },
  { path: '/executions', id: 'executionId' },
  { path: '/algos/instances', id: 'instanceId' },
];

/** Two ids for one place: the id of a row of the owner, and an id that no row has. */
export interface NamedRows {
  readonly path: string;
  readonly foreign: string;
  readonly absent: string;
}

/** The first row of a collection; undefined where the owner has none. */
export async function rowOf(owner: Actor, { path, id }: IdCollection): Promise<NamedRows | undefined> {
  const key = rows(await owner.get(path, { query: { limit: 1 } }))[0]?.[id];
  if (typeof key !== 'string' && typeof key !== 'number') return undefined;
  return { path, foreign: String(key), absent: typeof key === 'string' ? NOBODYS.int64 : NOBODYS.int32 };
}

/** The routes whose path names a row of the collection. */
export function routesBelow(path: string, kinds: readonly RestRoute['kind'][]): readonly RestRoute[] {
  return REST_ROUTES.filter((route) => kinds.includes(route.kind) && route.path.startsWith(`${path}/{id}`));
}

/** The path of a route for this row. Every instance has a first document, so seq is 1. */
export function pathTo({ path }: Pick<RestRoute, 'path'>, id: string): string {
  return routePath({ path }, { id, seq: 1 });
}
