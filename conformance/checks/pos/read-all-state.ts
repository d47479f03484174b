/** One read of each kind that is served from platform state. The 404 of an unknown key stands under a label of its own. */
import type { Actor } from '../../client/actor.ts';
import { keyOf, textAt } from '../../client/exchange.ts';
import type { OrderBody } from '../../client/order.ts';
import { executionsAtHand } from '../../scenes/rows-at-hand.ts';

interface Reading {
  readonly trader: Actor;
  order(over?: OrderBody): OrderBody;
  freshKey(): string;
  elapse(ms: number): Promise<void>;
}

export async function readAllState(scene: Reading): Promise<void> {
  const { trader, order, freshKey } = scene;
  const read = { label: 'read' };
  await executionsAtHand(scene, 1);
  const submitted = await trader.submit(order(), { label: 'submitted' });
  await trader.get(`/operations/${keyOf(submitted)}`, read);
  const orderId = textAt(submitted, 'orderId');
  if (orderId !== undefined) await trader.get(`/orders/${orderId}`, read);
  await trader.get('/me', read);
  await trader.get('/orders', { query: { limit: 2 }, ...read });
  const executions = await trader.get('/executions', { query: { limit: 1 }, ...read });
  const executionId = textAt(executions, 'items', 0, 'executionId');
  if (executionId !== undefined) await trader.get(`/executions/${executionId}`, read);
  // Ids that no row has: the first nanosecond of 1970.
  await trader.get('/orders/1', read);
  await trader.get('/executions/1', read);
  await trader.get(`/operations/${freshKey()}`, { label: 'unknown key' });
  if (orderId !== undefined) await trader.cancel(orderId, { label: 'cancelled' });
}
