/**
 * An immutable list that grows at its end and is cut at its beginning. Each `push` returns another list; the lists share one
 * array, of which each knows its own part. Only the newest of them can grow in place: any other is copied first.
 */
export class GrowingList<Item> implements Iterable<Item> {
  readonly #shared: Item[];
  readonly #from: number;
  readonly #to: number;

  /** @param shared becomes the lists' own */
  private constructor(shared: Item[], from: number, to: number) {
    this.#shared = shared;
    this.#from = from;
    this.#to = to;
  }

  static of<Of>(items: Iterable<Of> = []): GrowingList<Of> {
    const shared = [...items];
    return new GrowingList(shared, 0, shared.length);
  }

  get size(): number {
    return this.#to - this.#from;
  }

  /** undefined: it has no such item. */
  at(index: number): Item | undefined {
    return index >= 0 && index < this.size ? this.#shared[this.#from + index] : undefined;
  }

  push(item: Item): GrowingList<Item> {
    if (this.#to !== this.#shared.length) return GrowingList.of(this).push(item);
    this.#shared.push(item);
    return new GrowingList(this.#shared, this.#from, this.#shared.length);
  }

  /** The same without the first `count` items. */
  without(count: number): GrowingList<Item> {
    if (count <= 0) return this;
    const from = Math.min(this.#from + count, this.#to);
    // What no list of these shows any more is let go of.
    if (from > MOST_HIDDEN && from * 2 > this.#to) return GrowingList.of(this.#shared.slice(from, this.#to));
    return new GrowingList(this.#shared, from, this.#to);
  }

  *[Symbol.iterator](): Generator<Item> {
    for (let at = this.#from; at < this.#to; at += 1) yield this.#shared[at] as Item;
  }
}

const MOST_HIDDEN = 1_024;
