/** Refusals of every kind that ordinary credentials can bring about on any member, and that trade nothing. */

import type { Exchange } from '../../client/exchange.ts';
import { NOBODYS_ID } from '../../contract/nobodys.ts';
import type { Scene } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';

export const REFUSAL_NEEDS = ['trader', 'account', 'instrument', 'writes'] as const;

export async function sweepRefusals(scene: Scene<(typeof REFUSAL_NEEDS)[number]>): Promise<void> {
  const { trader, anonymous, freshKey } = scene;
  await anonymous.get('/me');
  await trader.get('/me', { token: 'no-token-of-anyone' });
  await trader.get(`/no-such-path-${freshKey()}`);
  await trader.request({ method: 'PATCH', path: '/orders' });
  await trader.get('/orders', { query: { nonsense: 1 } });
  await trader.get('/orders', { query: { cursor: 'nonsense' }, headers: { 'X-Request-Id': freshKey() } });
  await trader.get(`/orders/${NOBODYS_ID}`);
  await trader.get(`/executions/${NOBODYS_ID}`, { headers: { 'X-Request-Id': freshKey() } });
  await trader.get(`/operations/${freshKey()}`);
  await sweepRefusedWrites(scene);
}

async function sweepRefusedWrites({ trader, order, freshKey }: Scene<(typeof REFUSAL_NEEDS)[number]>): Promise<void> {
  await trader.request({ method: 'POST', path: '/orders', body: order() });
  await trader.request({ method: 'POST', path: '/orders', rawBody: '{', key: freshKey() });
  await trader.submit(order({ price: 'nonsense' }));
  await trader.submit(order({ accountId: undefined, account: `no such account ${freshKey()}` }));
  await trader.submit(order({ instrumentId: undefined, instrument: `NO-SUCH-${freshKey()}` }));
  await trader.cancel(NOBODYS_ID);

  const key = freshKey();
  const refusedByTheOwner = order({ price: FINER_THAN_ANY_GRID });
  await trader.submit(refusedByTheOwner, { key, headers: { 'X-Request-Id': freshKey() } });
  await trader.submit(refusedByTheOwner, { key });
  await trader.cancel(NOBODYS_ID, { key });
  await trader.raw([
    'POST /orders HTTP/1.1',
    'Host: <host>',
    'Authorization: Bearer <token>',
    `Idempotency-Key: ${freshKey()}`,
    'Content-Type: application/json',
    `Content-Length: ${2 * 1024 * 1024}`,
  ]);
}

/** What a web server answers before the gateway reads the request carries no envelope (decision A18). */
const OF_THE_WEB_SERVER = new Set([408, 431]);

export function refusalsOf(history: History): readonly Exchange[] {
  return history.answered.filter(({ response }) => {
    const status = response?.status ?? 0;
    return status >= 400 && !OF_THE_WEB_SERVER.has(status);
  });
}
