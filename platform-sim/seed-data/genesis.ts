/**
 * A platform's beginning: the world's statements, and its history run through the real owners, all of it before now.
 */
import type { Command, Fact, OrderRow, SequencedRecord } from '../../gateway/facts.ts';
import type { Journal } from '../log/journal.ts';
import type { Seed } from '../seed.ts';
import type { Sequencer } from '../sequencer.ts';
import { readingCommand } from '../venues/balance-feed.ts';
import type { Book } from '../venues/book.ts';
import { fillCommand } from '../venues/fake-venue.ts';
import type { Ledger } from '../venues/ledger.ts';
import { planFills } from '../venues/plan-fills.ts';
import { QUOTES, quoteCommand } from '../venues/quote-feed.ts';
import type { PastOrder, World } from './world.ts';

const NS_PER_MS = 1_000_000n;
/** The history ends a minute before now and began within the two hours before. */
const SPAN_NS = 7_200_000n * NS_PER_MS;
const QUIET_NS = 60_000n * NS_PER_MS;
/** Longer than the course of any past order. */
const ORDER_EVERY_AT_LEAST_NS = 1_000n * NS_PER_MS;

export interface GenesisOptions {
  readonly world: World;
  readonly book: Book;
  readonly seed: Seed;
  readonly sequencer: Sequencer;
  /** The venues' ledger; it receives each record as it is placed. */
  readonly ledger: Ledger;
  readonly nowNs: bigint;
}

export interface Beginning {
  /** The position of its last record, the first that states quotes. */
  readonly position: number;
  /** The clock's time at the end of the world's history. */
  readonly beganNs: bigint;
}

/** Throws RangeError if the records hold less than a platform's whole beginning. */
export function beginningOf(journal: Pick<Journal, 'at' | 'head'>): Beginning {
  for (let next = journal.at(1); next !== undefined; next = journal.at(next.position + 1))
    if (next.command.operation === QUOTES) return { position: next.position, beganNs: BigInt(next.atNs) + NS_PER_MS };
  throw new RangeError(`${journal.head()} records are less than the beginning of a world`);
}

/** Throws if a past order is refused, because then the world is invalid for its own owners. */
export function sequenceWorld({ world, book, seed, sequencer, ledger, nowNs }: GenesisOptions): void {
  const beganNs = nowNs - SPAN_NS - QUIET_NS;
  world.statements.forEach((facts, index) => {
    sequencer.sequenceAt(beganNs + BigInt(index) * NS_PER_MS, statement(facts));
  });
  const spreadNs = (SPAN_NS - QUIET_NS) / BigInt(Math.max(world.history.length, 1));
  if (spreadNs < ORDER_EVERY_AT_LEAST_NS)
    throw new RangeError(`${world.history.length} past orders do not fit into two hours`);
  world.history.forEach((past, index) => {
    livePastOrder(past, beganNs + QUIET_NS + BigInt(index) * spreadNs, { book, seed, sequencer });
  });
  const readNs = nowNs - 2n * NS_PER_MS;
  sequencer.sequenceAt(readNs, readingCommand(ledger.unstated(`${readNs}`)));
  sequencer.sequenceAt(nowNs - NS_PER_MS, quoteCommand(world.book, nowNs - NS_PER_MS));
}

function livePastOrder(
  past: PastOrder,
  atNs: bigint,
  { book, seed, sequencer }: Pick<GenesisOptions, 'book' | 'seed' | 'sequencer'>,
): void {
  const order = orderOf(sequencer.sequenceAt(atNs, submitCommand(past)));
  for (const slice of planFills(order, book.get(order.instrumentId), seed)) {
    if (past.cancelAfterMs !== null && slice.afterMs >= past.cancelAfterMs) break;
    const filledNs = atNs + BigInt(slice.afterMs) * NS_PER_MS;
    sequencer.sequenceAt(filledNs, fillCommand(order, slice, filledNs));
  }
  if (past.cancelAfterMs !== null) {
    sequencer.sequenceAt(atNs + BigInt(past.cancelAfterMs) * NS_PER_MS, cancelCommand(past, order));
  }
}

function orderOf({ verdict, command }: SequencedRecord): OrderRow {
  const [fact] = verdict.facts ?? [];
  if (fact?.kind === 'OrderUpdated') return fact.order;
  throw new Error(`the world's past order ${command.key} was refused: ${verdict.refused?.message}`);
}

function statement(facts: readonly Fact[]): Command {
  return {
    owner: 'register',
    principal: { orgId: 0, userId: 0 },
    key: null,
    operation: 'world',
    body: { kind: 'state', facts },
  };
}

/** `operation` equals the binding of a member's key, so that GET /operations/{key} also answers for the past. */
function submitCommand(past: PastOrder): Command {
  const { orgId, userId, algoInstanceId, key, accountId, instrumentId, side, price, qty } = past;
  const of = algoInstanceId === undefined ? {} : { algoInstanceId };
  return {
    owner: 'orders',
    principal: { orgId, userId },
    key,
    operation: 'submitOrder',
    body: { kind: 'submit', ...of, accountId, instrumentId, side, price, qty },
  };
}

function cancelCommand({ orgId, userId, key }: PastOrder, { orderId }: OrderRow): Command {
  return {
    owner: 'orders',
    principal: { orgId, userId },
    key: `${key}-cancel`,
    operation: `cancelOrder ${orderId}`,
    body: { kind: 'cancel', orderId },
  };
}
