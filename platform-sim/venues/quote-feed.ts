/**
 * The venue's quotes as the platform hears of them. A venue restates its quotes every minute; here a restatement is
 * recorded only when an order is about to be priced from it, so an idle day costs nothing and the sequence stays small.
 * Whoever withholds the restatements (a fault on the register's command `state`) makes the quotes go stale.
 */
import type { Command } from '../../gateway/facts.ts';
import type { Clock, Submission } from '../../gateway/platform-port.ts';
import type { Book, BookRow } from './book.ts';

const RESTATE_AFTER_NS = 60_000_000_000n;

export interface QuoteFeed {
  /** To be called before a command is handed in. */
  before(command: Command): void;
}

export interface QuoteFeedOptions {
  readonly book: Book;
  readonly clock: Clock;
  readonly submit: (command: Command) => Promise<Submission>;
}

export function createQuoteFeed({ book, clock, submit }: QuoteFeedOptions): QuoteFeed {
  const statedAtNs = new Map<number, bigint>();
  const onTheWay = new Set<number>();

  function restate(row: BookRow): void {
    const { instrumentId } = row;
    const nowNs = clock.nowNs();
    onTheWay.add(instrumentId);
    submit(quoteCommand([row], nowNs)).then(
      (submission) => {
        onTheWay.delete(instrumentId);
        if (submission.taken) statedAtNs.set(instrumentId, nowNs);
      },
      // A restatement that is lost is made good by the next.
      () => onTheWay.delete(instrumentId),
    );
  }

  return {
    before({ body }) {
      if (body.kind !== 'submit' || body.price !== null) return;
      const row = book.get(body.instrumentId);
      if (row === undefined || onTheWay.has(row.instrumentId)) return;
      const stated = statedAtNs.get(row.instrumentId);
      if (stated === undefined || clock.nowNs() - stated >= RESTATE_AFTER_NS) restate(row);
    },
  };
}

export function quoteCommand(rows: Iterable<BookRow>, venueTsNs: bigint): Command {
  const facts = Array.from(rows, ({ instrumentId, bid, ask }) => ({
    kind: 'QuoteRecorded' as const,
    quote: { instrumentId, bid, ask, venueTsNs: venueTsNs.toString() },
  }));
  return {
    owner: 'register',
    principal: { orgId: 0, userId: 0 },
    key: null,
    operation: 'quotes',
    body: { kind: 'state', facts },
  };
}
