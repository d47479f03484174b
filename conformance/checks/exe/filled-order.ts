/** Orders that the venue fills, and their executions: what the checks of executions and of fees start from. */
import type { Actor } from '../../client/actor.ts';
import type { Exchange } from '../../client/exchange.ts';
import { rows, textAt } from '../../client/exchange.ts';
import type { OrderBody } from '../../client/order.ts';
import type { History } from '../../runner/history.ts';

/** What a scene trades with. */
export interface Trading {
  readonly trader: Actor;
  order(over?: OrderBody): OrderBody;
  elapse(ms: number): Promise<void>;
}

/** An execution, as a page lists it. */
export type Row = Readonly<Record<string, unknown>>;

/** The sandbox's venue fills in three slices at most, 50 ms apart. */
const FILLED_WITHIN_MS = 300;

/**
 * Submits orders without a price, which trade at once; waits, and reads. Labels: each order `submitted`; a page of `limit`
 * executions `executions`, between `before` and `after`, two reads of each order.
 */
export async function driveFilledOrders(
  { trader, order, elapse }: Trading,
  limit: number,
  ...quantities: readonly string[]
): Promise<void> {
  const orderIds: string[] = [];
  for (const qty of quantities) {
    const orderId = textAt(await trader.submit(order({ price: undefined, qty }), { label: 'submitted' }), 'orderId');
    if (orderId !== undefined) orderIds.push(orderId);
  }
  if (orderIds.length === 0) return;
  await elapse(FILLED_WITHIN_MS);
  const read = async (label: string) => {
    for (const orderId of orderIds) await trader.get(`/orders/${orderId}`, { label });
  };
  await read('before');
  await trader.get('/executions', { query: { limit }, label: 'executions' });
  await read('after');
}

/** The executions of one order on the page; which member names the order is not shown, the sandbox's `orderId` does. */
export function executionsOf(page: Exchange, orderId: string): readonly Row[] {
  return rows(page).filter((row) => row['orderId'] === orderId);
}

/** The last page of executions; undefined where none was requested, or none was on it. */
export function executionsPage(history: History): Exchange | undefined {
  const page = history.labelled('executions').at(-1);
  return page !== undefined && rows(page).length > 0 ? page : undefined;
}
