/** Cancels the orders that a trial left open: a shared target is left as it was found. */
import type { Actor } from '../../member/actor.ts';
import { at, isOk, rows, status, textAt } from '../../member/exchange/exchange.ts';
import { recordState } from '../../member/exchange/operation-record.ts';
import { isNothing } from '../../member/exchange/order.ts';
import { allowanceOf } from '../../member/profile/allowance.ts';
import { PRINCIPAL_NAMES } from '../../member/profile/principals.ts';
import { Unreached } from '../../member/sending/unreached.ts';
import type { Session } from '../../member/session.ts';
import type { Target } from '../../member/target.ts';
import type { OrderLeft } from '../record/run-record.ts';
import type { Stopwatch } from '../stopwatch.ts';
import type { SentOrder } from './sent-orders.ts';
import { sentOrders } from './sent-orders.ts';

export interface Cleared {
  readonly cancelled: readonly OrderLeft[];
  /** Orders whose outcome is unknown, or that could not be cancelled. */
  readonly mayBeOpen: readonly OrderLeft[];
}

export interface ClearingOptions {
  readonly stopwatch: Stopwatch;
  /** For a trial that was cut off: each order is looked up until its outcome is known or the time is over. */
  readonly cutOff: boolean;
  /** The check that placed the orders. */
  readonly check: string;
}

const LOOK_EVERY_MS = 200;
/** For a trial that completed: its answers have all arrived, so there is little to wait for. */
const ENDED_MS = 2_000;
const DEFAULT_TIMEOUT_MS = 10_000;
const LONGEST_MS = 60_000;
/** The reads and attempts that each order is allowed at least, however slow the profile says to be. */
const REQUESTS_AN_ORDER = 3;

type Fate = 'cancelled' | 'gone' | 'not known';

interface Clearing {
  readonly actor: Actor;
  readonly stopwatch: Stopwatch;
  readonly untilMs: number;
  readonly cutOff: boolean;
  /** Once it is aborted, nothing more is sent. */
  readonly lost: AbortSignal;
}

function boundMs({ profile }: Target, orders: number, cutOff: boolean): number {
  if (!cutOff) return ENDED_MS;
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = profile.limits ?? {};
  const { requestsPerSecond } = allowanceOf(profile);
  const pacedMs = requestsPerSecond === undefined ? 0 : (orders * REQUESTS_AN_ORDER * 1000) / requestsPerSecond;
  return Math.min(LONGEST_MS, timeoutMs + pacedMs);
}

/** Polls until the outcome is known or the time is over. */
async function until<T>({ stopwatch, untilMs, lost }: Clearing, ask: (timeoutMs: number) => Promise<T | undefined>) {
  for (;;) {
    const leftMs = untilMs - stopwatch.nowMs();
    if (leftMs <= 0 || lost.aborted) return undefined;
    const outcome = await ask(leftMs);
    if (outcome !== undefined) return outcome;
    await stopwatch.sleep(Math.min(LOOK_EVERY_MS, leftMs));
  }
}

/** The id of the order that this key created; null: it left no open order; undefined: not known yet. */
async function look({ actor }: Clearing, key: string, timeoutMs: number): Promise<string | null | undefined> {
  const operation = await actor.get(`/operations/${encodeURIComponent(key)}`, { timeoutMs });
  const named = textAt(operation, 'outcome', 'orderId');
  if (named !== undefined) return named;
  if (isOk(operation) && recordState(operation) === 'pending') return undefined;
  if (textAt(operation, 'outcome', 'code') !== undefined) return null;
  // The interface does not show which ids an outcome names (PART 2): the newest orders are searched.
  const row = rows(await actor.get('/orders', { query: { limit: 100 }, timeoutMs })).find(
    ({ clientOrderId }) => clientOrderId === key,
  );
  if (row === undefined) return undefined;
  return isNothing(row['leavesQty']) ? null : `${row['orderId']}`;
}

/** Looks once, after a trial that completed: an order that is not found then does not exist. */
async function idOf(clearing: Clearing, { key }: SentOrder): Promise<string | null | undefined> {
  if (key === null) return undefined;
  const find = (timeoutMs: number) => look(clearing, key, timeoutMs);
  if (clearing.cutOff) return until(clearing, find);
  const id = await find(ENDED_MS);
  if (id !== undefined) return id;
  const operation = await clearing.actor.get(`/operations/${encodeURIComponent(key)}`);
  // Not an answer of the member: the order's outcome stays unknown.
  if (operation.failure !== null || operation.foreign !== undefined) return undefined;
  return isOk(operation) ? until(clearing, find) : null;
}

async function cancelOne(clearing: Clearing, orderId: string): Promise<Fate> {
  const { actor } = clearing;
  const attempt = async (timeoutMs: number): Promise<Fate | undefined> => {
    const cancelled = await actor.cancel(orderId, { timeoutMs });
    if (isOk(cancelled) && status(cancelled) !== 202) return 'cancelled';
    const row = await actor.get(`/orders/${encodeURIComponent(orderId)}`, { timeoutMs });
    return isNothing(at(row, 'leavesQty')) ? (status(cancelled) === 202 ? 'cancelled' : 'gone') : undefined;
  };
  return (await until(clearing, attempt)) ?? 'not known';
}

async function fateOf(clearing: Clearing, order: SentOrder): Promise<{ orderId: string | null; fate: Fate }> {
  try {
    const orderId = order.orderId ?? (await idOf(clearing, order));
    if (orderId === null) return { orderId: null, fate: 'gone' };
    return { orderId: orderId ?? null, fate: orderId === undefined ? 'not known' : await cancelOne(clearing, orderId) };
  } catch (error) {
    // There is no token any more: the next trial reports it where it matters.
    if (error instanceof Unreached) return { orderId: order.orderId, fate: 'not known' };
    throw error;
  }
}

/** On a clock that is moved by hand a run is made again by its seed: what it cancels has an order, too. */
async function inTurn<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) done.push(await act(one));
  return done;
}

/**
 * Cancels as the principals who placed the orders. Never throws for what the target does; takes about the target's
 * timeout at most.
 */
export async function cancelOrders(
  target: Target,
  trial: Pick<Session, 'exchanges' | 'conversations'>,
  { stopwatch, cutOff, check }: ClearingOptions,
): Promise<Cleared> {
  const orders = sentOrders(trial.exchanges(), trial.conversations());
  if (orders.length === 0) return { cancelled: [], mayBeOpen: [] };
  const { actors } = target.session({ check });
  const untilMs = stopwatch.nowMs() + boundMs(target, orders.length, cutOff);
  const end = async (order: SentOrder) => {
    const name = PRINCIPAL_NAMES.find((known) => known === order.actor);
    const actor = name === undefined ? undefined : actors.get(name);
    const left = { account: order.account, clientOrderId: order.key, orderId: order.orderId };
    // With a token that was minted for the check.
    if (actor === undefined) return { left, fate: cutOff ? 'not known' : 'gone' };
    const { orderId, fate } = await fateOf({ actor, stopwatch, untilMs, cutOff, lost: target.lost }, order);
    return { left: { ...left, orderId }, fate };
  };
  const found = await (target.profile.control === undefined ? Promise.all(orders.map(end)) : inTurn(orders, end));
  const ofFate = (fate: Fate) => found.filter((one) => one.fate === fate).map(({ left }) => left);
  return { cancelled: ofFate('cancelled'), mayBeOpen: ofFate('not known') };
}
