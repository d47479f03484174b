/** A venue that follows the sequence, fills what crosses its book on the sandbox's clock, and lets the rest be. */
import type { Command, Int64, OrderRow, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, Following, Submission, Timer } from '../../gateway/platform-port.ts';
import type { Seed } from '../seed.ts';
import type { Book } from './book.ts';
import { planFills, type Slice } from './plan-fills.ts';

export interface VenueOptions {
  readonly book: Book;
  readonly clock: Clock;
  readonly seed: Seed;
  readonly submit: (command: Command) => Promise<Submission>;
  readonly follow: (apply: (record: SequencedRecord) => void) => Following;
}

export interface Venue {
  close(): void;
}

/** A report that the platform does not take is made again: after this long, then twice as long, at most a minute. */
const AGAIN_AFTER_MS = 50;
const AGAIN_AT_MOST_MS = 60_000;

export function createFakeVenue({ book, clock, seed, submit, follow }: VenueOptions): Venue {
  const timers = new Map<Int64, Set<Timer>>();
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

  const following = follow(({ command, verdict }) => {
    for (const fact of verdict.facts ?? []) {
      if (fact.kind !== 'OrderUpdated') continue;
      const { order } = fact;
      if (command.body.kind === 'submit') {
        for (const slice of planFills(order, book.get(order.instrumentId), seed)) {
          later(order.orderId, slice.afterMs, `venue: fill of ${order.orderId}`, () =>
            report(order, slice, AGAIN_AFTER_MS),
          );
        }
      } else if (order.status !== 'OPEN' && order.status !== 'PARTIALLY_FILLED') {
        drop(order.orderId);
      }
    }
  });

  return {
    close() {
      closed = true;
      following.stop();
      for (const orderId of [...timers.keys()]) drop(orderId);
    },
  };
}

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
