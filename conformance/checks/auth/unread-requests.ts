/** Requests that are wrong in what only a reader of them finds: in query, body, charset or key. */
import type { Actor, CommonOptions } from '../../client/actor.ts';

export async function requestUnread(actor: Actor, freshKey: () => string, options: CommonOptions = {}): Promise<void> {
  const write = { ...options, method: 'POST', path: '/orders' } as const;
  await actor.get('/orders', { ...options, query: { nonsense: 1 } });
  await actor.get('/orders', { ...options, query: 'limit=%zz' });
  await actor.get('/executions', { ...options, query: { limit: 0 } });
  await actor.get('/orders', { ...options, query: { cursor: 'nonsense' } });
  await actor.request({ ...write, key: freshKey(), rawBody: '{' });
  await actor.request({ ...write, key: freshKey(), rawBody: '{}', contentType: 'application/json; charset=bogus' });
  await actor.request({ ...write, key: freshKey(), body: { userId: 1, price: 'nonsense' } });
  await actor.request({ ...write, body: {} });
}
