/**
 * Sends a request to each route that authenticates its caller. The bodies of writes are invalid, so no row is created.
 */

import { ABSENT_KEY } from '../contract/register.ts';
import { harmless, nameOf, pathOf, REST_ROUTES, type RestRoute } from '../contract/routes.ts';
import { isAtLeast } from '../contract/versions.ts';
import type { Actor, CommonOptions, RequestOptions } from '../member/actor.ts';
import type { TargetFacts } from '../member/profile/target-facts.ts';
import type { Scene } from '../runner/check.ts';

type Asking = Pick<Scene, 'target' | 'freshKey' | 'takes'>;

const UNHELD = { id: ABSENT_KEY, seq: 1 };

/**
 * The routes that the target's version has (VER-02). Reads come first: a caller who is let in where it must be refused
 * is sent no write (HeldBack). GET /me is the last of them: a deployed member may serve it to such a caller (decision A5).
 */
export function routesOf(target: TargetFacts): readonly RestRoute[] {
  const rank = ({ kind }: RestRoute) => ['me', 'write'].indexOf(kind);
  const served = harmless(REST_ROUTES, target).filter(({ since }) => isAtLeast(target.rest, since));
  return served.toSorted((a, b) => rank(a) - rank(b));
}

/** The names of the cases of `requestEveryRoute`: `GET /orders`. */
export function routeNames({ target }: Pick<Asking, 'target'>): readonly string[] {
  return routesOf(target).map(nameOf);
}

/** The cases of a check that sends nothing but `requestEveryRoute`. */
export const ROUTES = { of: 'routes', names: routeNames } as const;

/** The only route that is served to a caller who awaits admission. */
export const ME = 'GET /me';

/** Requests every REST route that the target's version has and the run takes, as this actor. */
export async function requestEveryRoute(actor: Actor, asking: Asking, options: CommonOptions = {}): Promise<void> {
  const { target, freshKey, takes } = asking;
  await requestEach(
    routesOf(target).filter((route) => takes(nameOf(route))),
    actor,
    freshKey,
    options,
  );
}

/** The same for every route but GET /me. */
export async function requestEveryRouteButMe(actor: Actor, asking: Asking, options: CommonOptions = {}): Promise<void> {
  await requestEveryRoute(actor, { ...asking, takes: (name) => name !== ME && asking.takes(name) }, options);
}

/**
 * Requests every route with a defect that only shows once the request is read: a malformed query for a read, a
 * malformed body without a key for a write.
 */
export async function requestEveryRouteUnread(
  actor: Actor,
  { target, freshKey, takes }: Asking,
  options: CommonOptions = {},
): Promise<void> {
  const routes = routesOf(target).filter((route) => takes(nameOf(route)));
  await requestEach(routes, actor, freshKey, options, ({ kind }) =>
    kind === 'write' || kind === 'ticket' ? { rawBody: '{' } : { query: 'nonsense=%zz' },
  );
}

type Wrong = Pick<RequestOptions, 'query' | 'rawBody'>;

async function requestEach(
  routes: readonly RestRoute[],
  actor: Actor,
  freshKey: () => string,
  options: CommonOptions,
  wrong?: (route: RestRoute) => Wrong,
): Promise<void> {
  for (const route of routes) {
    const path = pathOf(route, { ...UNHELD, key: freshKey() });
    const write = route.kind === 'write' ? { key: freshKey(), body: {} } : route.kind === 'ticket' ? { body: {} } : {};
    await actor.request({ ...options, method: route.method, path, ...(wrong?.(route) ?? write) });
  }
}
