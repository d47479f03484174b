/** The state of the orders owner: the register's rows, every order, and the progress of living orders. */
import { Map as ImmutableMap, List } from 'immutable';
import { add, type Decimal, decimal, multiply, ZERO } from '../../../gateway/contract/decimal.ts';
import { nanoseconds } from '../../../gateway/facts/nanoseconds.ts';
import type {
  AlgoInstanceRow,
  ExecutionRow,
  Int64,
  OrderRow,
  OrderStatus,
  SequencedRecord,
} from '../../../gateway/facts.ts';
import { type Directory, EMPTY_DIRECTORY, recordIn } from '../directory.ts';

/** What a row does not state of a living order with fills. */
export interface Progress {
  /** The exact sum of price x qty over its executions, because the row's avgPx may be rounded. */
  readonly traded: Decimal;
  /** The venue's trade ids: a repeated trade counts once. */
  readonly tradeIds: readonly string[];
}

/** The window of a per-minute ceiling. */
export const MINUTE_NS = 60_000_000_000n;

export interface OrdersState {
  readonly directory: Directory;
  readonly orders: ImmutableMap<Int64, OrderRow>;
  /** By the ids of their orders. */
  readonly progress: ImmutableMap<Int64, Progress>;
  /** The number of living orders, by organisation. */
  readonly living: ImmutableMap<number, number>;
  /** The sequenced times of each organisation's accepted submissions, in order: the ceiling counts them. */
  readonly acceptedAtNs: ImmutableMap<number, List<bigint>>;
  /** The algo instances, which also place orders. */
  readonly algoInstances: ImmutableMap<number, AlgoInstanceRow>;
}

/** The initial state. */
export const NO_ORDERS: OrdersState = {
  directory: EMPTY_DIRECTORY,
  orders: ImmutableMap(),
  progress: ImmutableMap(),
  living: ImmutableMap(),
  acceptedAtNs: ImmutableMap(),
  algoInstances: ImmutableMap(),
};

const UNTRADED: Progress = { traded: ZERO, tradeIds: [] };

const LIVING: readonly OrderStatus[] = ['OPEN', 'PARTIALLY_FILLED'];

/** Whether an order can still be filled or cancelled. */
export function lives(order: OrderRow): boolean {
  return LIVING.includes(order.status);
}

/** The order of an id; undefined if there is none, whatever the text. */
export function heldOrder({ orders }: Pick<OrdersState, 'orders'>, orderId: Int64): OrderRow | undefined {
  return orders.get(orderId);
}

/** The number of an organisation's living orders. */
export function livingOf({ living }: Pick<OrdersState, 'living'>, orgId: number): number {
  return living.get(orgId) ?? 0;
}

/** The progress of an order; empty if it has no fills. */
export function progressOf(state: OrdersState, orderId: Int64): Progress {
  return state.progress.get(orderId) ?? UNTRADED;
}

/** The state after a record. */
export function applyRecord(state: OrdersState, record: SequencedRecord): OrdersState {
  let next = state;
  for (const fact of record.verdict.facts ?? []) {
    if (fact.kind === 'OrderUpdated') next = putOrder(next, fact.order);
    else if (fact.kind === 'ExecutionRecorded') next = putExecution(next, fact.execution);
    else if (fact.kind === 'AlgoInstanceRecorded') next = putInstance(next, fact.instance);
    else next = { ...next, directory: recordIn(next.directory, fact) };
  }
  const { body, principal } = record.command;
  if (body.kind !== 'submit' || record.verdict.facts === undefined) return next;
  const atNs = nanoseconds(record.atNs);
  const times = next.acceptedAtNs.get(principal.orgId) ?? List<bigint>();
  return { ...next, acceptedAtNs: next.acceptedAtNs.set(principal.orgId, withinMinute(times, atNs).push(atNs)) };
}

/** The times within the last minute; older ones never count again. */
function withinMinute(times: List<bigint>, nowNs: bigint): List<bigint> {
  let old = 0;
  for (let at = times.get(0); at !== undefined && nowNs - at >= MINUTE_NS; at = times.get(old)) old += 1;
  return times.skip(old);
}

function putOrder(state: OrdersState, order: OrderRow): OrdersState {
  const before = state.orders.get(order.orderId);
  const change = Number(lives(order)) - Number(before !== undefined && lives(before));
  return {
    ...state,
    orders: state.orders.set(order.orderId, order),
    progress: lives(order) ? state.progress : state.progress.delete(order.orderId),
    living: change === 0 ? state.living : state.living.set(order.orgId, livingOf(state, order.orgId) + change),
  };
}

function putInstance(state: OrdersState, instance: AlgoInstanceRow): OrdersState {
  return { ...state, algoInstances: state.algoInstances.set(instance.instanceId, instance) };
}

/** An execution precedes its order's row in the record, so a filled order leaves no progress behind. */
function putExecution(state: OrdersState, { orderId, tradeId, price, qty }: ExecutionRow): OrdersState {
  const { traded, tradeIds } = progressOf(state, orderId);
  const progress: Progress = {
    traded: add(traded, multiply(decimal(price), decimal(qty))),
    tradeIds: [...tradeIds, tradeId],
  };
  return { ...state, progress: state.progress.set(orderId, progress) };
}
