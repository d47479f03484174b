/**
 * The venue's quotes as the platform records them. A venue restates its quotes every minute; here a restatement is
 * recorded only when an order is about to be priced from it, so an idle day costs nothing and the sequence stays small.
 * A moved quote is recorded with the next such order: orders are priced from the quotes of quote-stream.ts. A fault
 * that withholds the restatements (the register's command `state`) makes the quotes stale.
 */
import type { Command, SequencedRecord } from '../../gateway/facts.ts';
import type { Clock, Submission } from '../../gateway/platform-port.ts';
import type { Book, BookRow } from './book.ts';

/** The operation of such a record. */
export const QUOTES = 'quotes';

const RESTATE_AFTER_NS = 60_000_000_000n;

export interface QuoteFeed {
  /** Call it before a command is submitted. */
  before(command: Command): void;
  /** Called with every record after the world's beginning, with the book at its time. */
  recall(record: SequencedRecord): void;
  /** The last recorded quotes, for another feed of the same book to continue from. */
  mark(): QuotesMark;
}

/** By instrument: the quote, as the row of the book, and its time. */
export type QuotesMark = ReadonlyMap<number, { readonly row: BookRow; readonly atNs: bigint }>;

export interface QuoteFeedOptions {
  readonly book: Book;
  readonly clock: Clock;
  readonly submit: (command: Command) => Promise<Submission>;
  readonly from?: QuotesMark | undefined;
}

/** Creates the recording of quotes. */
export function createQuoteFeed({ book, clock, submit, from }: QuoteFeedOptions): QuoteFeed {
  const stated = new Map(from);
  const onTheWay = new Map<number, BookRow>();

  function restate(row: BookRow): void {
    const { instrumentId } = row;
    const atNs = clock.nowNs();
    // A record in flight while the quote moves states the former quote: it is not waited for.
    const arrived = (): void => {
      if (onTheWay.get(instrumentId) === row) onTheWay.delete(instrumentId);
    };
    onTheWay.set(instrumentId, row);
    submit(quoteCommand([row], atNs)).then((submission) => {
      arrived();
      if (submission.taken) stated.set(instrumentId, { row, atNs });
      // The next restatement replaces a lost one.
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
    mark: () => new Map(stated),
  };
}

/** The register's command for the quotes of these rows. */
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
