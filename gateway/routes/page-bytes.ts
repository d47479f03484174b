import { Newest } from '../state/newest.ts';

/** What stands around the rows of a page (PAGE-01). ASCII. */
export interface Envelope {
  readonly before: string;
  readonly after: string;
}

interface KeptPage<Row> {
  readonly rows: readonly Row[];
  readonly envelope: Envelope;
  readonly bytes: Buffer;
}

/**
 * The bytes of the pages that were read last, because most pages are read again before one of their rows changes. Rows are
 * immutable, so the same rows have the same bytes. To look up a hundred texts, and to join them in fresh memory, would cost
 * more than the rest of a page.
 */
export class PageBytes<Row extends object> {
  readonly #textOf: (row: Row) => string;
  /** By their first row. */
  readonly #kept: Newest<Row, KeptPage<Row>> = new Newest(MOST_PAGES);

  /** Settles once the last long page that was asked for is made. */
  #line: Promise<void> = Promise.resolve();
  #waiting = 0;
  /** The last long page, without its envelope, while others wait: as a rule they ask for the same. */
  #long: { readonly rows: readonly Row[]; readonly bytes: Buffer } | undefined;

  constructor(textOf: (row: Row) => string) {
    this.#textOf = textOf;
  }

  /** The page as JSON in UTF-8, later where it is long. The caller must not change it. */
  of(rows: readonly Row[], envelope: Envelope): Buffer | Promise<Buffer> {
    if (rows.length > SLICE_ROWS) return this.#inLine(rows, envelope);
    const { before, after } = envelope;
    const [first] = rows;
    const found = first === undefined ? undefined : this.#kept.get(first);
    const kept = found !== undefined && isSame(found.rows, rows) ? found : undefined;
    if (kept?.envelope.before === before && kept.envelope.after === after) return kept.bytes;
    const bytes =
      kept === undefined
        ? Buffer.from(before + rows.map(this.#textOf).join(',') + after)
        : Buffer.concat([Buffer.from(before), ofRows(kept), Buffer.from(after)]);
    if (first !== undefined && bytes.length <= LONGEST_PAGE_BYTES) this.#kept.set(first, { rows, envelope, bytes });
    return bytes;
  }

  /** Long pages are made one after another, whoever asks for them, so that a turn of the event loop has one slice of one. */
  #inLine(rows: readonly Row[], envelope: Envelope): Promise<Buffer> {
    this.#waiting += 1;
    const made = this.#line.then(() => this.#inSlices(rows, envelope));
    this.#line = made.then(
      () => this.#leave(),
      () => this.#leave(),
    );
    return made;
  }

  #leave(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#long = undefined;
  }

  async #inSlices(rows: readonly Row[], { before, after }: Envelope): Promise<Buffer> {
    const slices: Buffer[] = [];
    const isKnown = this.#long !== undefined && isSame(this.#long.rows, rows);
    for (let at = 0; at < (isKnown ? 1 : rows.length); at += SLICE_ROWS) {
      await new Promise<void>((resolve) => void nextTurn(resolve));
      if (isKnown) continue;
      const texts = rows.slice(at, at + SLICE_ROWS).map(this.#textOf);
      slices.push(Buffer.from((at === 0 ? '' : ',') + texts.join(',')));
    }
    const long = this.#long !== undefined && isKnown ? this.#long : { rows, bytes: Buffer.concat(slices) };
    this.#long = long;
    return Buffer.concat([Buffer.from(before), long.bytes, Buffer.from(after)]);
  }
}

/** Of the host, where a test has its timers faked. */
const nextTurn = setImmediate;
/** A longer page is made in slices of so many rows: two milliseconds each. */
const SLICE_ROWS = 1_000;

/** With the next limit, at most 4 MB for each kind of row. */
const MOST_PAGES = 64;
/** A page of a hundred orders has 37,000. */
const LONGEST_PAGE_BYTES = 65_536;

function isSame(left: readonly object[], right: readonly object[]): boolean {
  return left.length === right.length && left.every((row, at) => row === right[at]);
}

function ofRows<Row>({ envelope: { before, after }, bytes }: KeptPage<Row>): Buffer {
  return bytes.subarray(before.length, bytes.length - after.length);
}
