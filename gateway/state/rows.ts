/**
 * The rows of one collection in the order of their keys. Rows are immutable: a change replaces one, so stored answers
 * (the journal's) do not change. A row is found by binary search, and a page is cut from neighbours.
 */
export class Rows<Key, Row> {
  #keys: Key[] = [];
  /** The row of each key, at its index. */
  #rows: Row[] = [];
  readonly #compare: (left: Key, right: Key) => number;

  constructor(compare: (left: Key, right: Key) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#keys.length;
  }

  get(key: Key): Row | undefined {
    const index = this.#firstNotBelow(key);
    return this.#keys[index] === key ? this.#rows[index] : undefined;
  }

  put(key: Key, row: Row): void {
    const index = this.#firstNotBelow(key);
    if (this.#keys[index] === key) {
      this.#rows[index] = row;
    } else if (index === this.#keys.length) {
      // Ids grow with the sequenced time, so a new row is nearly always last.
      this.#keys.push(key);
      this.#rows.push(row);
    } else {
      this.#keys.splice(index, 0, key);
      this.#rows.splice(index, 0, row);
    }
  }

  remove(key: Key): void {
    const index = this.#firstNotBelow(key);
    if (this.#keys[index] !== key) return;
    this.#keys.splice(index, 1);
    this.#rows.splice(index, 1);
  }

  /** Up to `count` rows with keys above `key` (undefined: from the lowest), ascending. */
  above(key: Key | undefined, count: number): Row[] {
    let from = key === undefined ? 0 : this.#firstNotBelow(key);
    if (key !== undefined && this.#keys[from] === key) from += 1;
    return this.#rows.slice(from, from + count);
  }

  /** Up to `count` rows with keys below `key` (undefined: from the highest), descending. */
  below(key: Key | undefined, count: number): Row[] {
    const to = key === undefined ? this.#rows.length : this.#firstNotBelow(key);
    return this.#rows.slice(Math.max(0, to - count), to).reverse();
  }

  /** An independent copy. */
  fork(): Rows<Key, Row> {
    const fork = new Rows<Key, Row>(this.#compare);
    fork.#keys = this.#keys.slice();
    fork.#rows = this.#rows.slice();
    return fork;
  }

  #firstNotBelow(key: Key): number {
    let low = 0;
    let high = this.#keys.length;
    // The newest rows are the most used.
    let middle = high - 1;
    while (low < high) {
      if (this.#compare(this.#keys[middle] as Key, key) >= 0) high = middle;
      else low = middle + 1;
      middle = (low + high) >>> 1;
    }
    return low;
  }
}

/**
 * Collections by name: of an organisation, an account, an instance. Only the first row creates a collection, so that
 * reads of arbitrary names store nothing (BAL-03).
 */
export class RowsByName<Row> {
  readonly #none: Rows<string, Row>;
  readonly #byName: Map<string | number, Rows<string, Row>> = new Map();
  readonly #compare: (left: string, right: string) => number;

  constructor(compare: (left: string, right: string) => number) {
    this.#compare = compare;
    this.#none = new Rows(compare);
  }

  of(name: string | number): Rows<string, Row> {
    return this.#byName.get(name) ?? this.#none;
  }

  put(name: string | number, key: string, row: Row): void {
    let rows = this.#byName.get(name);
    if (rows === undefined) {
      rows = new Rows(this.#compare);
      this.#byName.set(name, rows);
    }
    rows.put(key, row);
  }

  remove(name: string | number, key: string): void {
    this.#byName.get(name)?.remove(key);
  }

  /** An independent copy. */
  fork(): RowsByName<Row> {
    const fork = new RowsByName<Row>(this.#compare);
    for (const [name, rows] of this.#byName) fork.#byName.set(name, rows.fork());
    return fork;
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
