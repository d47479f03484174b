/** The paths of every read of the interface, to existing rows and to ids that no row has. */

import { ABSENT, REGISTER } from '../contract/register.ts';
import { nameOf, pathOf, REST_ROUTES, type RestRoute } from '../contract/routes.ts';
import { isAtLeast } from '../contract/versions.ts';
import type { Actor } from '../member/actor.ts';
import { type Exchange, rows } from '../member/exchange/exchange.ts';
import type { TargetFacts } from '../member/profile/target-facts.ts';
import { lacksItsSurface } from '../rules/refusal-rules.ts';
import type { Scene } from '../runner/check.ts';
import { busiestInstance } from './collection-cases.ts';
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

function keyIn(orders: Exchange): string | undefined {
  const key = rows(orders).find((row) => row['algoInstanceId'] == null)?.['clientOrderId'];
  return typeof key === 'string' ? encodeURIComponent(key) : undefined;
}

type Facts = Pick<TargetFacts, 'rest'>;
type Looking = Pick<Scene, 'takes'> & { readonly target: Facts };

const servedReads = ({ rest }: Facts): readonly RestRoute[] =>
  REST_ROUTES.filter(({ method, since }) => method === 'GET' && isAtLeast(rest, since));

const ofAbsent = (route: RestRoute) => `${nameOf(route)}, an absent row`;

/** The cases of `heldPlaces`: `GET /orders`. */
export function heldNames({ target }: { readonly target: Facts }): readonly string[] {
  return cheapestFirst(servedReads(target)).map(nameOf);
}

/** The cases of `everyPlace`: those of `heldPlaces`, and each route of a row for an id that no row has. */
export function placeNames({ target }: { readonly target: Facts }): readonly string[] {
  return [...heldNames({ target }), ...servedReads(target).filter(isBelow).map(ofAbsent)];
}

/** A page is read without looking for a row. */
function cheapestFirst(routes: readonly RestRoute[]): readonly RestRoute[] {
  return routes.toSorted((a, b) => Number(isBelow(a)) - Number(isBelow(b)));
}

const isBelow = ({ path }: RestRoute) => path.includes('{id}');

/** The pages and the routes below one of their rows that the run takes. */
export async function heldPlaces(reader: Actor, { target, takes }: Looking): Promise<readonly Place[]> {
  const places = await everyPlace(reader, { target, takes: (name) => !name.includes(',') && takes(name) });
  return places.filter(({ isHeld }) => isHeld);
}

/**
 * The page of each collection, the routes below one of its rows, and the same routes for an id that no row has, as far
 * as the run takes them. A collection is read first where a row of it is needed.
 */
export async function everyPlace(reader: Actor, { target, takes }: Looking): Promise<readonly Place[]> {
  const served = servedReads(target);
  const looks = served.map(async (route): Promise<readonly Place[]> => {
    if (route.path.includes('{id}')) return [];
    const isTaken = takes(nameOf(route));
    const at = (path: string) => (isTaken ? [{ route, path, isHeld: true }] : []);
    if (route.kind === 'me') return at(route.path);
    if (route.kind === 'operation') {
      const key = isTaken ? keyIn(await reader.get('/orders', { query: { limit: SOME } })) : undefined;
      return key === undefined ? [] : at(pathOf(route, { key }));
    }
    const page = isTaken ? [{ route, path: route.path, query: { limit: LARGEST_PAGE }, isHeld: true }] : [];
    const below = served.filter(({ path }) => path.startsWith(`${route.path}/{id}`));
    const held = below.filter((row) => takes(nameOf(row)));
    const absent = below.filter((row) => takes(ofAbsent(row)));
    const absentPlaces = absent.map((row): Place => ({ route: row, path: absentPath(row), isHeld: false }));
    // A member may be deployed without a surface; that is asked first, too.
    const isLookedAt = held.length > 0 || (isTaken && route.surface !== undefined);
    if (!isLookedAt) return [...page, ...absentPlaces];
    const looked = await reader.get(route.path, { query: { limit: route.path === INSTANCES ? SOME : 1 } });
    if (lacksItsSurface(looked)) return [];
    const named = ID_COLLECTIONS.find(({ path }) => path === route.path)?.id ?? '';
    const id = route.path === INSTANCES ? busiestInstance(looked) : rows(looked)[0]?.[named];
    return [...page, ...held.flatMap((row) => placesOf(row, id)), ...absentPlaces];
  });
  return (await Promise.all(looks)).flat();
}

/** Every instance has a first document, and none has 2,147,483,647 documents. */
function placesOf(route: RestRoute, id: unknown): readonly Place[] {
  if (typeof id !== 'number' && typeof id !== 'string') return [];
  const query = route.kind === 'page' ? { query: { limit: LARGEST_PAGE } } : {};
  const held = { route, path: pathOf(route, { id, seq: 1 }), isHeld: true, ...query };
  const other = { route, path: pathOf(route, { id, seq: 2_147_483_647 }), isHeld: false };
  return [held, ...(route.path.includes('{seq}') ? [other] : [])];
}

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
  return { path, foreign: String(key), absent: typeof key === 'string' ? ABSENT.int64 : ABSENT.int32 };
}

/** The routes whose path names a row of the collection. */
export function routesBelow(path: string, kinds: readonly RestRoute['kind'][]): readonly RestRoute[] {
  return REST_ROUTES.filter((route) => kinds.includes(route.kind) && route.path.startsWith(`${path}/{id}`));
}

/** The path of a route for this row. Every instance has a first document, so seq is 1. */
export function pathTo({ path }: Pick<RestRoute, 'path'>, id: string): string {
  return pathOf({ path }, { id, seq: 1 });
}
