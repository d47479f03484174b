/** The paths of every read of the interface, to existing rows and to ids that no row has. */

import { pathOf, REST_ROUTES, type RestRoute } from '../contract/routes.ts';
import { isAtLeast } from '../contract/versions.ts';
import type { Actor } from '../member/actor.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { rows } from '../member/exchange/exchange.ts';
import { instanceIdOf } from '../member/exchange/instance-id.ts';
import type { TargetFacts } from '../member/profile/target-facts.ts';
import { ID_COLLECTIONS } from '../rules/id-positions.ts';
import { lacksItsSurface } from '../rules/lacking.ts';
import { absentPath } from './sample-write.ts';

export interface Place {
  readonly route: RestRoute;
  readonly path: string;
  /** Of a page: a limit, for a collection may have very many rows. */
  readonly query?: Readonly<Record<string, number>>;
  /** false: the path names a row that does not exist. */
  readonly isHeld: boolean;
}

const INSTANCES = '/algos/instances';
/** Enough orders to find one placed by a user: the key of an order placed by an instance may have no operation record. */
const SOME = 20;
const LARGEST_PAGE = 100;

/** The instance with the most documents shows the most. In any other collection the first row is as good as another. */
function chosen(collection: string, looked: Exchange): Readonly<Record<string, unknown>> | undefined {
  const found = rows(looked);
  if (collection !== INSTANCES) return found[0];
  return [...found].sort((a, b) => Number(b['configSeq'] ?? 0) - Number(a['configSeq'] ?? 0))[0];
}

function keyIn(orders: Exchange): string | undefined {
  const key = rows(orders).find((row) => row['algoInstanceId'] == null)?.['clientOrderId'];
  return typeof key === 'string' ? encodeURIComponent(key) : undefined;
}

/**
 * Reads each collection once and returns its page, the routes below one of its rows, and the same routes for an id that
 * no row has.
 */
export async function everyPlace(reader: Actor, { rest }: Pick<TargetFacts, 'rest'>): Promise<readonly Place[]> {
  const served = REST_ROUTES.filter(({ method, since }) => method === 'GET' && isAtLeast(rest, since));
  const looks = served.map(async (route): Promise<readonly Place[]> => {
    if (route.kind === 'me') return [{ route, path: route.path, isHeld: true }];
    if (route.kind === 'operation') {
      const key = keyIn(await reader.get('/orders', { query: { limit: SOME } }));
      return key === undefined ? [] : [{ route, path: pathOf(route, { key }), isHeld: true }];
    }
    if (route.path.includes('{')) return [];
    const looked = await reader.get(route.path, { query: { limit: route.path === INSTANCES ? SOME : 1 } });
    if (lacksItsSurface(looked)) return [];
    const page = { route, path: route.path, query: { limit: LARGEST_PAGE }, isHeld: true };
    const named = ID_COLLECTIONS.find(({ path }) => path === route.path)?.id;
    if (named === undefined) return [page];
    const row = chosen(route.path, looked);
    const id = route.path === INSTANCES ? instanceIdOf(row) : row?.[named];
    return [page, ...below(served, route.path, id)];
  });
  return (await Promise.all(looks)).flat();
}

function below(served: readonly RestRoute[], collection: string, id: unknown): readonly Place[] {
  const isKnown = typeof id === 'number' || typeof id === 'string';
  return served
    .filter(({ path }) => path.startsWith(`${collection}/{id}`))
    .flatMap((route): readonly Place[] => {
      const absent = { route, path: absentPath(route), isHeld: false };
      if (!isKnown) return [absent];
      // Every instance has a first document, and none has 2,147,483,647 documents.
      const query = route.kind === 'page' ? { query: { limit: LARGEST_PAGE } } : {};
      const held = { route, path: pathOf(route, { id, seq: 1 }), isHeld: true, ...query };
      const ofHeld = { route, path: pathOf(route, { id, seq: 2_147_483_647 }), isHeld: false };
      return [held, absent, ...(route.path.includes('{seq}') ? [ofHeld] : [])];
    });
}
