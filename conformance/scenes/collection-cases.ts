/** The collections of the interface as the cases of a check, and the path of each. */
import { REST_ROUTES } from '../contract/routes.ts';
import { isAtLeast } from '../contract/versions.ts';
import type { Actor } from '../member/actor.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { rows } from '../member/exchange/exchange.ts';
import { instanceIdOf } from '../member/exchange/instance-id.ts';
import type { Reach } from '../runner/check.ts';
import { executionsAtHand, ordersAtHand, type Trading } from './rows-at-hand.ts';

const INSTANCES = '/algos/instances';
/** Enough instances to find one that has several documents. */
const SOME = 20;

/**
 * Checks can provide orders and executions, so these cases come first. Most readers see one organisation. The path of a
 * collection of one instance takes another request.
 */
function rank(path: string): number {
  if (path === '/orders') return 0;
  if (path === '/executions') return 1;
  return path.includes('{') ? 4 : path === '/orgs' ? 3 : 2;
}

const PAGES = REST_ROUTES.filter(({ kind }) => kind === 'page').toSorted((a, b) => rank(a.path) - rank(b.path));

/** The collections that the target has, as routes: `/algos/instances/{id}/orders`. The cheapest come first. */
export function collectionsOf({ target, surfaces = {} }: Pick<Reach, 'target' | 'surfaces'>): readonly string[] {
  return PAGES.filter(
    ({ since, surface }) => isAtLeast(target.rest, since) && (surface === undefined || surfaces[surface] !== false),
  ).map(({ path }) => path);
}

/** Of the first instances, the one with the most documents shows the most. */
export function busiestInstance(instances: Exchange): string | undefined {
  const byDocuments = rows(instances).toSorted((a, b) => Number(b['configSeq'] ?? 0) - Number(a['configSeq'] ?? 0));
  return instanceIdOf(byDocuments[0]);
}

/**
 * Finds the paths of routes for one reader. `{id}` is the instance with the most documents, which is looked up at most
 * once; undefined where the reader sees no instance.
 */
export function pathsFor(reader: Actor): (route: string) => Promise<string | undefined> {
  let instance: Promise<string | undefined> | undefined;
  return async (route) => {
    if (!route.includes('{id}')) return route;
    instance ??= reader.get(INSTANCES, { query: { limit: SOME } }).then(busiestInstance);
    const id = await instance;
    return id === undefined ? undefined : route.replace('{id}', id);
  };
}

/** Ensures so many rows of a collection that a check can provide (3 executions at most); any other is read as it is. */
export async function rowsOf(scene: Trading, route: string, count: 1 | 2 | 5): Promise<void> {
  if (route === '/orders') await ordersAtHand(scene, count);
  if (route === '/executions') await executionsAtHand(scene, count === 5 ? 3 : count);
}
