/**
 * Provides rows for checks that read collections. Only missing rows are created, so that a check runs alone and
 * repeated runs do not accumulate orders.
 */
import type { Actor } from '../member/actor.ts';
import { isOk, rows, textAt } from '../member/exchange/exchange.ts';
import type { OrderBody } from '../member/exchange/order.ts';

export interface Trading {
  readonly trader: Actor;
  order(over?: OrderBody): OrderBody;
  elapse(ms: number): Promise<void>;
}

/** Ensures at least `count` orders of the trader's organisation. Orders created here are cancelled again. */
export async function ordersAtHand({ trader, order }: Trading, count: number): Promise<void> {
  const page = await trader.get('/orders', { query: { limit: count } });
  for (let missing = count - rows(page).length; isOk(page) && missing > 0; missing -= 1) {
    const submitted = await trader.submit(order());
    const orderId = textAt(submitted, 'orderId');
    if (orderId !== undefined) await trader.cancel(orderId);
  }
}

/** Ensures at least `count` (3 at most) executions. Each market order gives one or more where the venue fills it. */
export async function executionsAtHand({ trader, order, elapse }: Trading, count: 1 | 2 | 3): Promise<void> {
  const page = await trader.get('/executions', { query: { limit: count } });
  const missing = isOk(page) ? count - rows(page).length : 0;
  for (let made = 0; made < missing; made += 1) await trader.submit(order({ price: undefined }));
  if (missing > 0) await elapse(FILLED_WITHIN_MS);
}

/** The sandbox's venue fills an order in at most three slices, 50 ms apart. */
const FILLED_WITHIN_MS = 500;
