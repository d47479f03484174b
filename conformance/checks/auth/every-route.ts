/** A request to each route that asks who calls. What is written is nothing that a member would take: no order comes of it. */
import type { Actor, CommonOptions } from '../../target/actor.ts';

/** No row of anyone's: int64 ids are minted from times of this century. */
const UNHELD = '1';

/** Those below /me, which alone is served to a caller who awaits admission. */
export async function requestEveryRouteButMe(
  actor: Actor,
  freshKey: () => string,
  options: CommonOptions = {},
): Promise<void> {
  await actor.get('/orders', options);
  await actor.get(`/orders/${UNHELD}`, options);
  await actor.get('/executions', options);
  await actor.get(`/executions/${UNHELD}`, options);
  await actor.get(`/operations/${freshKey()}`, options);
  await actor.request({ ...options, method: 'POST', path: '/orders', key: freshKey(), body: {} });
  await actor.request({ ...options, method: 'POST', path: `/orders/${UNHELD}/cancel`, key: freshKey(), body: {} });
}

export async function requestEveryRoute(
  actor: Actor,
  freshKey: () => string,
  options: CommonOptions = {},
): Promise<void> {
  await actor.get('/me', options);
  await requestEveryRouteButMe(actor, freshKey, options);
}
