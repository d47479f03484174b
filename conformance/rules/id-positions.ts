/** Where the id of a row stands in a request, and whose rows there are to name there. */

import type { Actor } from '../client/actor.ts';
import { rows } from '../client/exchange.ts';
import { NOBODYS } from '../contract/nobodys.ts';
import { REGISTER } from '../contract/register.ts';
import { REST_ROUTES, type RestRoute, pathOf as routePath } from '../contract/routes.ts';

/** A collection whose rows have ids of their own. */
interface IdCollection {
  readonly path: string;
  readonly id: string;
}

export const ID_COLLECTIONS: readonly IdCollection[] = [
  ...REGISTER,
  { path: '/orders', id: 'orderId' },
  { path: '/executions', id: 'executionId' },
  { path: '/algos/instances', id: 'instanceId' },
];

/** Two ids for one place: one of a row of the owner's, one of no row at all. */
export interface NamedRows {
  readonly path: string;
  readonly foreign: string;
  readonly absent: string;
}

/** The first row of each collection that the owner has any of. */
export async function rowsOf(owner: Actor): Promise<readonly NamedRows[]> {
  const named: NamedRows[] = [];
  for (const { path, id } of ID_COLLECTIONS) {
    const key = rows(await owner.get(path, { query: { limit: 1 } }))[0]?.[id];
    if (typeof key !== 'string' && typeof key !== 'number') continue;
    named.push({ path, foreign: String(key), absent: typeof key === 'string' ? NOBODYS.int64 : NOBODYS.int32 });
  }
  return named;
}

/** The routes that name a row of the collection in their path. */
export function routesBelow(path: string, kinds: readonly RestRoute['kind'][]): readonly RestRoute[] {
  return REST_ROUTES.filter((route) => kinds.includes(route.kind) && route.path.startsWith(`${path}/{id}`));
}

/** Every instance has a first document, and it is the first of its kind: seq 1. */
export function pathTo({ path }: Pick<RestRoute, 'path'>, id: string): string {
  return routePath({ path }, { id, seq: 1 });
}
