import { List } from 'immutable';
import type { Int64, OrderRow } from '../../../gateway/facts.ts';

/**
 * All orders by id, as an immutable value: `set` returns another table. Ids grow with the sequenced time, so a new order
 * is always last. Tables share their chunks: only the newest table adds an order in place, any other copies the last chunk
 * first. A hash map would copy its path for each order, and the copies outlive a collection (`npm run bench -- S3`).
 */
export class OrderTable implements Iterable<OrderRow> {
  /** All chunks but the last, each full. */
  readonly #full: List<Chunk>;
  /** The first key of each full chunk; shared, and longer than `#full` once a newer table has filled another chunk. */
  readonly #firsts: number[];
  /** Shared, and longer than `#count` once a newer table has added to it. */
  readonly #last: Chunk;
  readonly #count: number;

  private constructor(full: List<Chunk>, firsts: number[], last: Chunk, count: number) {
    this.#full = full;
    this.#firsts = firsts;
    this.#last = last;
    this.#count = count;
  }

  /** @param rows in the order of their ids */
  static of(rows: Iterable<OrderRow> = []): OrderTable {
    let table = new OrderTable(List(), [], emptyChunk(), 0);
    for (const row of rows) table = table.set(row);
    return table;
  }

  get size(): number {
    return this.#full.size * CHUNK + this.#count;
  }

  /** undefined if no order has the id, whatever the text. */
  get(orderId: Int64): OrderRow | undefined {
    const key = keyOf(orderId);
    // Also NaN is above no key.
    if (!(key <= this.#lastKey())) return undefined;
    const place = this.#placeOf(key);
    const { keys, rows } = this.#chunkAt(place);
    const row = rows[firstNotBelow(keys, key, this.#lengthAt(place))];
    return row?.orderId === orderId ? row : undefined;
  }

  /** The table with an order added, or changed. @throws RangeError for a new id that is not above all others */
  set(row: OrderRow): OrderTable {
    const key = keyOf(row.orderId);
    if (key > this.#lastKey()) return this.#with(key, row);
    const place = this.#placeOf(key);
    const { keys, rows } = this.#chunkAt(place);
    const index = firstNotBelow(keys, key, this.#lengthAt(place));
    if (rows[index]?.orderId !== row.orderId) {
      throw new RangeError(`the new order ${row.orderId} has an id below that of an earlier order`);
    }
    if (place < this.#full.size) {
      return new OrderTable(
        this.#full.set(place, { keys, rows: rows.with(index, row) }),
        this.#firsts,
        this.#last,
        this.#count,
      );
    }
    const copy = this.#copyOfLast();
    copy.rows[index] = row;
    return new OrderTable(this.#full, this.#firsts, copy, this.#count);
  }

  /** In the order of their ids. */
  *[Symbol.iterator](): Generator<OrderRow> {
    for (const { rows } of this.#full) yield* rows;
    for (let index = 0; index < this.#count; index += 1) yield this.#last.rows[index] as OrderRow;
  }

  #with(key: number, row: OrderRow): OrderTable {
    const isNewest = this.#count === this.#last.keys.length;
    const last = isNewest ? this.#last : this.#copyOfLast();
    last.keys.push(key);
    last.rows.push(row);
    if (last.keys.length < CHUNK) return new OrderTable(this.#full, this.#firsts, last, last.keys.length);
    const firsts = this.#firsts.length === this.#full.size ? this.#firsts : this.#firsts.slice(0, this.#full.size);
    firsts.push(last.keys[0] as number);
    return new OrderTable(this.#full.push(last), firsts, emptyChunk(), 0);
  }

  #copyOfLast(): Chunk {
    return { keys: this.#last.keys.slice(0, this.#count), rows: this.#last.rows.slice(0, this.#count) };
  }

  #lastKey(): number {
    if (this.#count > 0) return this.#last.keys[this.#count - 1] as number;
    return this.#full.last()?.keys[CHUNK - 1] ?? Number.NEGATIVE_INFINITY;
  }

  /** The number of the chunk that would hold a key. */
  #placeOf(key: number): number {
    if (this.#count > 0 && key >= (this.#last.keys[0] as number)) return this.#full.size;
    const at = firstNotBelow(this.#firsts, key, this.#full.size);
    return this.#firsts[at] === key ? at : Math.max(0, at - 1);
  }

  #chunkAt(place: number): Chunk {
    return this.#full.get(place) ?? this.#last;
  }

  #lengthAt(place: number): number {
    return place < this.#full.size ? CHUNK : this.#count;
  }
}

interface Chunk {
  readonly keys: number[];
  /** The row of each key, at its index. */
  readonly rows: OrderRow[];
}

/** A change of an order copies its chunk: twice the size makes fills slower, half of it makes look-ups longer. */
const CHUNK = 128;

function emptyChunk(): Chunk {
  return { keys: [], rows: [] };
}

/**
 * A number for each id, in the order of the ids: they are times in nanoseconds, at least a microsecond apart. NaN for a text
 * that is no id.
 */
export function keyOf(orderId: Int64): number {
  if (orderId !== last.orderId) last = { orderId, key: Number(orderId.slice(0, -3)) };
  return last.key;
}

/** Two tables look a new order up and add it, one after the other. */
let last: { readonly orderId: Int64; readonly key: number } = { orderId: '', key: 0 };

/** The index of a key among the first `length` keys, or of the next higher one. */
function firstNotBelow(keys: readonly number[], key: number, length: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as number) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
