/**
 * Sends a request to each route that authenticates its caller. The bodies of writes are invalid, so no row is created.
 */

import { NOBODYS_KEY } from '../contract/nobodys.ts';
import { harmless, pathOf, REST_ROUTES, type RestRoute } from '../contract/routes.ts';
import { isAtLeast } from '../contract/versions.ts';
import type { Actor, CommonOptions, RequestOptions } from '../member/actor.ts';
import type { TargetFacts } from '../member/profile/target-facts.ts';

interface Asking {
  readonly target: TargetFacts;
  freshKey(): string;
}

const UNHELD = { id: NOBODYS_KEY, seq: 1 };

/** Requests every route except GET /me, the only one served to a caller who awaits admission. */
export async function requestEveryRouteButMe(actor: Actor, asking: Asking, options: CommonOptions = {}): Promise<void> {
  await requestEach(
    REST_ROUTES.filter(({ kind }) => kind !== 'me'),
    actor,
    asking,
    options,
  );
}

/** Requests every REST route that the target's version has, as this actor. */
export async function requestEveryRoute(actor: Actor, asking: Asking, options: CommonOptions = {}): Promise<void> {
  await requestEach(REST_ROUTES, actor, asking, options);
}

/**
 * Requests every route with a defect that only shows once the request is read: a malformed query for a read, a
 * malformed body without a key for a write.
 */
export async function requestEveryRouteUnread(
  actor: Actor,
  asking: Asking,
  options: CommonOptions = {},
): Promise<void> {
  await requestEach(REST_ROUTES, actor, asking, options, ({ kind }) =>
    kind === 'write' || kind === 'ticket' ? { rawBody: '{' } : { query: 'nonsense=%zz' },
  );
}

type Wrong = Pick<RequestOptions, 'query' | 'rawBody'>;

async function requestEach(
  routes: readonly RestRoute[],
  actor: Actor,
  { target, freshKey }: Asking,
  options: CommonOptions,
  wrong?: (route: RestRoute) => Wrong,
): Promise<void> {
  // A member that is older than a route does not serve it (VER-02).
  const served = harmless(routes, target).filter(({ since }) => isAtLeast(target.rest, since));
  // Reads first: a caller who is let in where it must be refused is sent no write (HeldBack).
  for (const route of served.toSorted((a, b) => Number(a.kind === 'write') - Number(b.kind === 'write'))) {
    const path = pathOf(route, { ...UNHELD, key: freshKey() });
    const write = route.kind === 'write' ? { key: freshKey(), body: {} } : route.kind === 'ticket' ? { body: {} } : {};
    await actor.request({ ...options, method: route.method, path, ...(wrong?.(route) ?? write) });
  }
}
