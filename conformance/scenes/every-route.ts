/** A request to each route that asks who calls. What is written is nothing that a member would take: no row comes of it. */

import type { Actor, CommonOptions, RequestOptions } from '../client/actor.ts';
import type { TargetFacts } from '../client/target-facts.ts';
import { NOBODYS_KEY } from '../contract/nobodys.ts';
import { harmless, pathOf, REST_ROUTES, type RestRoute } from '../contract/routes.ts';
import { isAtLeast } from '../contract/versions.ts';

interface Asking {
  readonly target: TargetFacts;
  freshKey(): string;
}

const UNHELD = { id: NOBODYS_KEY, seq: 1 };

/** Those below /me, which alone is served to a caller who awaits admission. */
export async function requestEveryRouteButMe(actor: Actor, asking: Asking, options: CommonOptions = {}): Promise<void> {
  await requestEach(
    REST_ROUTES.filter(({ kind }) => kind !== 'me'),
    actor,
    asking,
    options,
  );
}

export async function requestEveryRoute(actor: Actor, asking: Asking, options: CommonOptions = {}): Promise<void> {
  await requestEach(REST_ROUTES, actor, asking, options);
}

/** Wrong in what only a reader of the request finds: a read in its query, a write in its body and its want of a key. */
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
  // A member older than a route has nothing there to ask about (VER-02).
  for (const route of harmless(routes, target).filter(({ since }) => isAtLeast(target.rest, since))) {
    const path = pathOf(route, { ...UNHELD, key: freshKey() });
    const write = route.kind === 'write' ? { key: freshKey(), body: {} } : route.kind === 'ticket' ? { body: {} } : {};
    await actor.request({ ...options, method: route.method, path, ...(wrong?.(route) ?? write) });
  }
}
