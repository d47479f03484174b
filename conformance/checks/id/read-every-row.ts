/** The reads of a caller's rows that the checks of ids and numbers look through, each labelled `read`. */
import type { Actor } from '../../client/actor.ts';
import { textAt } from '../../client/exchange.ts';
import type { OrderBody } from '../../client/order.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

interface Reading {
  readonly trader: Actor;
  order(over?: OrderBody): OrderBody;
  elapse(ms: number): Promise<void>;
}

export async function readEveryRow(scene: Reading): Promise<void> {
  const { trader } = scene;
  const read = { label: 'read' };
  await ordersAtHand(scene, 1);
  await executionsAtHand(scene, 1);
  await trader.get('/me', read);
  const orders = await trader.get('/orders', { query: { limit: 5, include: 'total' }, ...read });
  const executions = await trader.get('/executions', { query: { limit: 5, include: 'total' }, ...read });
  const orderId = textAt(orders, 'items', 0, 'orderId');
  if (orderId !== undefined) await trader.get(`/orders/${orderId}`, read);
  const clientOrderId = textAt(orders, 'items', 0, 'clientOrderId');
  if (clientOrderId !== undefined) await trader.get(`/operations/${encodeURIComponent(clientOrderId)}`, read);
  const executionId = textAt(executions, 'items', 0, 'executionId');
  if (executionId !== undefined) await trader.get(`/executions/${executionId}`, read);
}
