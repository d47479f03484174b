/**
 * A venue that follows the sequence, fills orders that cross its book on the sandbox's clock, and lets others rest.
 */
import type { Command, Int64, OrderRow, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, Submission, Timer } from '../../gateway/platform-port.ts';
import { msUntil, nsOf } from '../duration.ts';
import { lives } from '../owners/orders/state.ts';
import { clockNsOf, type Outstanding, type Part } from '../part.ts';
import type { Seed } from '../seed.ts';
import type { Book, BookRow } from './book.ts';
import { BY_HAND, planFills, type Slice } from './plan-fills.ts';

export interface VenueOptions {
  readonly book: Book;
  readonly clock: Clock;
  readonly seed: Seed;
  readonly submit: (command: Command) => Promise<Submission>;
  /** The venue that this one continues from. */
  readonly from?: VenueMark | undefined;
}

/** The living orders that it may still fill. */
export type VenueMark = readonly Recalled[];

/** A living order at the end of the recalled records. */
export interface Recalled {
  readonly order: OrderRow;
  readonly position: number;
  readonly atNs: bigint;
  /** The book row that it was compared with. */
  readonly row: BookRow | undefined;
  /** Trades that the platform has received. */
  readonly reported: ReadonlySet<string>;
}

/** A report that the platform does not accept is repeated: after this long, then twice as long, at most a minute. */
const AGAIN_AFTER_MS = 50;
const AGAIN_AT_MOST_MS = 60_000;

/** Creates the venue as a part of the platform. */
export function createFakeVenue({ book, clock, seed, submit, from = [] }: VenueOptions): Part<VenueMark> {
  const timers = new Map<Int64, Set<Timer>>();
  const recalled = new Map(from.map((one) => [one.order.orderId, one]));
  let closed = false;

  function later(orderId: Int64, afterMs: number, label: string, run: () => void): void {
    if (closed) return;
    const ofOrder = timers.get(orderId) ?? new Set<Timer>();
    timers.set(orderId, ofOrder);
    const timer = clock.after(afterMs, label, () => {
      ofOrder.delete(timer);
      run();
    });
    ofOrder.add(timer);
  }

  function drop(orderId: Int64): void {
    for (const timer of timers.get(orderId) ?? []) timer.cancel();
    timers.delete(orderId);
  }

  function report(order: OrderRow, slice: Slice, againAfterMs: number): void {
    const again = (): void => {
      const label = `venue: fill of ${order.orderId} again`;
      later(order.orderId, againAfterMs, label, () =>
        report(order, slice, Math.min(againAfterMs * 2, AGAIN_AT_MOST_MS)),
      );
    };
    submit(fillCommand(order, slice, clock.nowNs())).then((submission) => {
      if (!submission.taken) again();
    }, again);
  }

  function awaitSlice(order: OrderRow, slice: Slice, afterMs: number): void {
    later(order.orderId, afterMs, `venue: fill of ${order.orderId}`, () => report(order, slice, AGAIN_AFTER_MS));
  }

  /** @param isOwn whether the venue may fill a new order. */
  function note(record: SequencedRecord, isOwn: (order: OrderRow) => boolean): void {
    const { command, verdict, position } = record;
    if (command.body.kind === 'fill') noteTrade(command.body.orderId, command.body.tradeId);
    for (const fact of verdict.facts ?? []) {
      if (fact.kind !== 'OrderUpdated') continue;
      const { order } = fact;
      if (command.body.kind !== 'submit') {
        if (!lives(order) || isByHand(command)) recalled.delete(order.orderId);
      } else if (isOwn(order)) {
        const row = book.get(order.instrumentId);
        recalled.set(order.orderId, { order, position, atNs: clockNsOf(record), row, reported: new Set() });
      }
    }
  }

  function noteTrade(orderId: Int64, tradeId: string): void {
    const known = recalled.get(orderId);
    // A copy: a mark may hold the former one.
    if (known !== undefined) recalled.set(orderId, { ...known, reported: new Set(known.reported).add(tradeId) });
  }

  function outstanding(): readonly Outstanding[] {
    return [...recalled.values()].flatMap(({ order, position, atNs, row, reported }) => {
      const slices = planFills(order, row, seed).filter(({ tradeId }) => !reported.has(tradeId));
      if (slices.length === 0) recalled.delete(order.orderId);
      return slices.map((slice) => {
        const dueNs = atNs + nsOf(slice.afterMs);
        return { position, run: () => awaitSlice(order, slice, msUntil(dueNs, clock)) };
      });
    });
  }

  function hear(record: SequencedRecord): void {
    const { command, verdict } = record;
    note(record, (order) => {
      const slices = planFills(order, book.get(order.instrumentId), seed);
      for (const slice of slices) awaitSlice(order, slice, slice.afterMs);
      return slices.length > 0;
    });
    for (const fact of verdict.facts ?? []) {
      const isOver = fact.kind === 'OrderUpdated' && (!lives(fact.order) || isByHand(command));
      if (isOver && command.body.kind !== 'submit') drop(fact.order.orderId);
    }
  }

  return {
    recall: (record) => note(record, () => true),
    outstanding,
    hear,
    mark: () => [...recalled.values()],
    close() {
      closed = true;
      for (const orderId of [...timers.keys()]) drop(orderId);
    },
  };
}

/** A fill by hand ends the planned fills of its order: later ones are by hand too. */
function isByHand({ body }: Command): boolean {
  return body.kind === 'fill' && body.tradeId.startsWith(BY_HAND);
}

/** The orders owner's command for a fill. */
export function fillCommand(order: OrderRow, slice: Slice, venueTsNs: bigint): Command {
  return {
    owner: 'orders',
    principal: { orgId: order.orgId, userId: 0 },
    key: null,
    operation: 'fill',
    body: {
      kind: 'fill',
      orderId: order.orderId,
      tradeId: slice.tradeId,
      price: slice.price,
      qty: slice.qty,
      fee: slice.fee,
      feeCurrency: slice.feeCurrency,
      venueTsNs: venueTsNs.toString(),
    },
  };
}
