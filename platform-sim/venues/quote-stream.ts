/**
 * The fake venue's quotes as market data: restated at every full second of the clock while there is a follower, and at
 * once after a move. Nothing of it is sequenced, and without a follower there is no timer, so an idle day is free.
 */
import type { QuoteRow } from '../../gateway/facts.ts';
import type { Clock, Following, Timer } from '../../gateway/platform-port.ts';
import type { BookRow } from './book.ts';

const RESTATE_EVERY_NS = 1_000_000_000n;
const NS_PER_MS = 1_000_000;

export interface QuoteStream {
  /** The last quote at once, if the book has one; then each new one. */
  follow(instrumentId: number, received: (quote: QuoteRow) => void): Following;
  /** Puts the row in the book and publishes it. Orders are priced from the same book. */
  move(row: BookRow): QuoteRow;
  /** Puts a row in the book that was moved at an earlier time, before there are followers. */
  recall(row: BookRow, atNs: bigint): void;
  /** When the rows of the book were moved, by instrument: for another stream of the same rows to continue from. */
  movedAtNs(): ReadonlyMap<number, bigint>;
  close(): void;
}

interface Follower {
  readonly received: (quote: QuoteRow) => void;
}

export interface QuoteStreamOptions {
  readonly book: Map<number, BookRow>;
  readonly clock: Clock;
  /** Called with each moved row. */
  readonly moved?: (row: BookRow) => void;
  /** When the rows of the book were moved, if they were. */
  readonly movedAtNs?: ReadonlyMap<number, bigint> | undefined;
}

/** Creates the quotes of a book as market data. */
export function createQuoteStream({ book, clock, moved, movedAtNs: from }: QuoteStreamOptions): QuoteStream {
  const followers = new Map<number, Set<Follower>>();
  const movedAtNs = new Map(from);
  let restatement: Timer | undefined;
  let closed = false;

  /** The venue's last quote: of the last full second, or of a later move. */
  function lastOf({ instrumentId, bid, ask }: BookRow): QuoteRow {
    const nowNs = clock.nowNs();
    const restatedNs = nowNs - (nowNs % RESTATE_EVERY_NS);
    const movedNs = movedAtNs.get(instrumentId) ?? 0n;
    return { instrumentId, bid, ask, venueTsNs: `${movedNs > restatedNs ? movedNs : restatedNs}` };
  }

  function tell(instrumentId: number): void {
    const row = book.get(instrumentId);
    if (row === undefined) return;
    const quote = lastOf(row);
    for (const { received } of [...(followers.get(instrumentId) ?? [])]) received(quote);
  }

  function arm(): void {
    if (closed || restatement !== undefined || followers.size === 0) return;
    const leftNs = RESTATE_EVERY_NS - (clock.nowNs() % RESTATE_EVERY_NS);
    restatement = clock.after(Number(leftNs) / NS_PER_MS, 'venue: quotes', () => {
      restatement = undefined;
      for (const instrumentId of [...followers.keys()]) tell(instrumentId);
      // Outside the clock's own loop, which a clock that runs too fast for its host would never leave.
      queueMicrotask(arm);
    });
  }

  function leave(instrumentId: number, follower: Follower): void {
    const those = followers.get(instrumentId);
    if (those?.delete(follower) !== true || those.size > 0) return;
    followers.delete(instrumentId);
    if (followers.size > 0) return;
    restatement?.cancel();
    restatement = undefined;
  }

  return {
    follow(instrumentId, received) {
      const follower = { received };
      const those = followers.get(instrumentId) ?? new Set<Follower>();
      followers.set(instrumentId, those.add(follower));
      arm();
      const row = book.get(instrumentId);
      if (row !== undefined) received(lastOf(row));
      return { stop: () => leave(instrumentId, follower) };
    },
    move(row) {
      book.set(row.instrumentId, row);
      movedAtNs.set(row.instrumentId, clock.nowNs());
      moved?.(row);
      tell(row.instrumentId);
      return lastOf(row);
    },
    recall(row, atNs) {
      book.set(row.instrumentId, row);
      movedAtNs.set(row.instrumentId, atNs);
    },
    movedAtNs: () => new Map(movedAtNs),
    close() {
      closed = true;
      restatement?.cancel();
      followers.clear();
    },
  };
}
