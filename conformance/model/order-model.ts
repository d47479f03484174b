/**
 * The executable model: the facts of a history, replayed in the order of their positions, give the state that every read
 * is compared with. An order that nothing was traded on is its creation until it is cancelled, and then its cancellation.
 */
import { json } from '../target/exchange.ts';
import { cancelledOrder, isSubmit } from './attempt.ts';
import type { Chronicle } from './chronicle.ts';
import type { Row } from './reading.ts';
import { int64Of } from './reading.ts';
import type { RecordedFact } from './recorded-fact.ts';
import { factsOf } from './recorded-fact.ts';

/** One row as a fact left it. */
export interface ModelledChange {
  readonly fact: RecordedFact;
  readonly row: Row;
}

export interface ModelledOrder {
  readonly organisation: string;
  readonly id: bigint;
  /** undefined: made before the history, or by a request whose answer was lost. */
  readonly created: ModelledChange | undefined;
  /** In order of position, the creation first. */
  readonly changes: readonly ModelledChange[];
}

export type OrderName = `${string}/${bigint}`;

export function orderName(organisation: string, id: bigint): OrderName {
  return `${organisation}/${id}`;
}

/** Facts by position, replayed: each order as it changed. */
export function replayOrders(chronicle: Chronicle): ReadonlyMap<OrderName, ModelledOrder> {
  const orders = new Map<
    OrderName,
    { created: ModelledChange | undefined; changes: ModelledChange[] } & ModelledOrder
  >();
  for (const fact of factsOf(chronicle)) {
    const { outcome, exchange } = fact.answeredBy;
    const body = json(exchange) as Row | undefined;
    const id = int64Of(body?.['orderId']);
    if (outcome.kind !== 'judged' || !outcome.ok || body === undefined || id === undefined) continue;
    const { organisation } = fact.story;
    const name = orderName(organisation, id);
    const change = { fact, row: body };
    const known = orders.get(name);
    const created = isSubmit(fact.answeredBy) ? change : undefined;
    if (known === undefined) orders.set(name, { organisation, id, created, changes: [change] });
    else known.changes.push(change);
  }
  return orders;
}

/** The change that the row shows at a position; undefined where it was not there yet. */
export function changeAt(order: ModelledOrder, position: bigint): ModelledChange | undefined {
  let low = 0;
  let high = order.changes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const change = order.changes[middle];
    if (change !== undefined && change.fact.position <= position) low = middle + 1;
    else high = middle;
  }
  return order.changes[low - 1];
}

/** Orders with a cancel whose outcome the history does not tell: such a row may change with no fact to show for it. */
export function openCancels({ keys }: Chronicle): ReadonlySet<OrderName> {
  const names = new Set<OrderName>();
  for (const { organisation, attempts } of keys) {
    if (attempts.some(({ outcome }) => outcome.kind === 'judged')) continue;
    for (const attempt of attempts) {
      const id = int64Of(cancelledOrder(attempt));
      if (id !== undefined && attempt.outcome.kind !== 'turned-away') names.add(orderName(organisation, id));
    }
  }
  return names;
}
