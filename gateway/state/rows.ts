/**
 * The rows of one collection of one organisation, in the order of their keys. Rows are immutable: a change replaces
 * one, so stored answers (the journal's) do not change. A page is found by binary search and sliced, so its cost does
 * not depend on the number of rows.
 */
export class Rows<Key, Row> {
  readonly #keys: Key[] = [];
  readonly #rows: Map<Key, Row> = new Map();
  readonly #compare: (left: Key, right: Key) => number;

  constructor(compare: (left: Key, right: Key) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#keys.length;
  }

  get(key: Key): Row | undefined {
    return this.#rows.get(key);
  }

  put(key: Key, row: Row): void {
    if (!this.#rows.has(key)) this.#insert(key);
    this.#rows.set(key, row);
  }

  remove(key: Key): void {
    if (!this.#rows.delete(key)) return;
    this.#keys.splice(this.#firstNotBelow(key), 1);
  }

  /** Up to `count` rows with keys above `key` (undefined: from the lowest), ascending. */
  above(key: Key | undefined, count: number): Row[] {
    const from = key === undefined ? 0 : this.#firstAbove(key);
    return this.#cut(from, Math.min(from + count, this.#keys.length));
  }

  /** Up to `count` rows with keys below `key` (undefined: from the highest), descending. */
  below(key: Key | undefined, count: number): Row[] {
    const to = key === undefined ? this.#keys.length : this.#firstNotBelow(key);
    return this.#cut(Math.max(0, to - count), to).reverse();
  }

  #cut(from: number, to: number): Row[] {
    const cut: Row[] = [];
    for (let index = from; index < to; index += 1) cut.push(this.#rows.get(this.#keys[index] as Key) as Row);
    return cut;
  }

  #insert(key: Key): void {
    const last = this.#keys.at(-1);
    // Ids grow with the sequenced time, so a new row is nearly always last.
    if (last === undefined || this.#compare(last, key) < 0) this.#keys.push(key);
    else this.#keys.splice(this.#firstAbove(key), 0, key);
  }

  #firstAbove(key: Key): number {
    return this.#halve((candidate) => this.#compare(candidate, key) > 0);
  }

  #firstNotBelow(key: Key): number {
    return this.#halve((candidate) => this.#compare(candidate, key) >= 0);
  }

  #halve(holds: (candidate: Key) => boolean): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.#keys[middle] as Key)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** The order of int64 ids as decimal strings: by value, without BigInt. */
export function byInt64(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The order of `accountId/assetId`: by the first number, then by the second (PAGE-14). */
export function byPair(left: string, right: string): number {
  const [leftFirst = '', leftSecond = ''] = left.split('/');
  const [rightFirst = '', rightSecond = ''] = right.split('/');
  return byInt64(leftFirst, rightFirst) || byInt64(leftSecond, rightSecond);
}

/** The catalogue's own order: by pool, then by version id (PAGE-15). */
export function byPoolAndVersion(left: string, right: string): number {
  const [leftPool = '', leftId = ''] = left.split('/');
  const [rightPool = '', rightId = ''] = right.split('/');
  if (leftPool !== rightPool) return leftPool < rightPool ? -1 : 1;
  return byInt64(leftId, rightId);
}
