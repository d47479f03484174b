/** Orders that the venue fills, and their executions: what the checks of executions and of fees start from. */
import type { Actor } from '../../member/actor.ts';
import type { Exchange } from '../../member/exchange/exchange.ts';
import { rows, textAt } from '../../member/exchange/exchange.ts';
import type { OrderBody } from '../../member/exchange/order.ts';
import { onGrid, tradingPrice } from '../../member/exchange/order.ts';
import type { History } from '../../runner/history.ts';

interface Trading {
  readonly trader: Actor;
  readonly fixtures: { readonly instrument: { readonly step: string } };
  order(over?: OrderBody): OrderBody;
  elapse(ms: number): Promise<void>;
}

/** An execution, as a page lists it. */
export type Row = Readonly<Record<string, unknown>>;

/** The sandbox's venue fills in three slices at most, 50 ms apart. */
const FILLED_WITHIN_MS = 300;

/**
 * Submits orders without a price, which trade at once; waits, and reads. Quantities are rounded up to the step. Labels: each order `submitted`; a page of `limit`
 * executions `executions`, between `before` and `after`, two reads of each order.
 */
export async function driveFilledOrders(
  { trader, order, elapse, fixtures }: Trading,
  limit: number,
  ...quantities: readonly string[]
): Promise<void> {
  const orderIds: string[] = [];
  for (const quantity of quantities) {
    const qty = onGrid(quantity, fixtures.instrument.step);
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

const LOOKS = 20;
const BETWEEN_LOOKS_MS = 250;

interface TradedInstrument {
  readonly id: number;
  readonly step?: string | undefined;
  readonly price?: string | undefined;
}

/** Trades one step of the instrument at once, and reads the page of executions until it shows that. Labels: `submitted`, `executions`. */
export async function driveTradeOf(
  { trader, order, elapse }: Omit<Trading, 'fixtures'>,
  { id, step = '1', price }: TradedInstrument,
): Promise<void> {
  const body = order({ instrumentId: id, qty: step, price: price === undefined ? undefined : tradingPrice(price) });
  const orderId = textAt(await trader.submit(body, { label: 'submitted' }), 'orderId');
  if (orderId === undefined) return;
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await elapse(BETWEEN_LOOKS_MS);
    const page = await trader.get('/executions', { query: { limit: 50 }, label: 'executions' });
    if (executionsOf(page, orderId).length > 0) return;
  }
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
