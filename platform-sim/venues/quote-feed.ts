/**
 * The venue's quotes as the platform hears of them. A venue restates its quotes every minute; here a restatement is
 * recorded only when an order is about to be priced from it, so an idle day costs nothing and the sequence stays small.
 * One that was moved is recorded with the next such order: orders are priced from what quote-stream.ts says.
 * Whoever withholds the restatements (a fault on the register's command `state`) makes the quotes go stale.
 */
import type { Command, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, Submission } from '../../gateway/platform-port.ts';
import type { Book, BookRow } from './book.ts';

/** The operation of such a record. */
export const QUOTES = 'quotes';

const RESTATE_AFTER_NS = 60_000_000_000n;

export interface QuoteFeed {
  /** To be called before a command is handed in. */
  before(command: Command): void;
  /** Told of every record that there is but a world's beginning, with the book as it was when it was placed. */
  recall(record: SequencedRecord): void;
}

export interface QuoteFeedOptions {
  readonly book: Book;
  readonly clock: Clock;
  readonly submit: (command: Command) => Promise<Submission>;
}

export function createQuoteFeed({ book, clock, submit }: QuoteFeedOptions): QuoteFeed {
  const stated = new Map<number, { readonly row: BookRow; readonly atNs: bigint }>();
  const onTheWay = new Map<number, BookRow>();

  function restate(row: BookRow): void {
    const { instrumentId } = row;
    const atNs = clock.nowNs();
    // One that is on its way while the quote moves says the former one: it is not waited for.
    const arrived = (): void => {
      if (onTheWay.get(instrumentId) === row) onTheWay.delete(instrumentId);
    };
    onTheWay.set(instrumentId, row);
    submit(quoteCommand([row], atNs)).then((submission) => {
      arrived();
      if (submission.taken) stated.set(instrumentId, { row, atNs });
      // A restatement that is lost is made good by the next.
    }, arrived);
  }

  return {
    before({ body }) {
      if (body.kind !== 'submit' || body.price !== null) return;
      const row = book.get(body.instrumentId);
      if (row === undefined || onTheWay.get(row.instrumentId) === row) return;
      const last = stated.get(row.instrumentId);
      if (last?.row !== row || clock.nowNs() - last.atNs >= RESTATE_AFTER_NS) restate(row);
    },
    recall({ command, verdict }) {
      if (command.operation !== QUOTES) return;
      for (const fact of verdict.facts ?? []) {
        if (fact.kind !== 'QuoteRecorded') continue;
        const { instrumentId, bid, ask, venueTsNs } = fact.quote;
        const row = book.get(instrumentId);
        if (row?.bid === bid && row.ask === ask) stated.set(instrumentId, { row, atNs: BigInt(venueTsNs) });
      }
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
    operation: QUOTES,
    body: { kind: 'state', facts },
  };
}
