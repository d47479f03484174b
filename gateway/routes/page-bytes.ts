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

  constructor(textOf: (row: Row) => string) {
    this.#textOf = textOf;
  }

  /** The page as JSON in UTF-8. The caller must not change it. */
  of(rows: readonly Row[], envelope: Envelope): Buffer {
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
}

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
