/**
 * The rows of one collection of one organisation, in the order of their keys. Rows are immutable: a change replaces
 * one, so stored answers (the journal's) do not change. Keys and rows stand in chunks of a limited size, so a row is
 * found by binary search, a page is cut from neighbours in memory, no write moves more than one chunk, and a fork
 * shares every chunk until one side changes it.
 */
export class Rows<Key, Row> {
  #chunks: Chunk<Key, Row>[] = [];
  #size = 0;
  /** Chunks of another owner are shared with a fork, and copied before they change. */
  #owner: number = newOwner();
  readonly #compare: (left: Key, right: Key) => number;

  constructor(compare: (left: Key, right: Key) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  get(key: Key): Row | undefined {
    const chunk = this.#chunks[this.#chunkOf(key)];
    if (chunk === undefined) return undefined;
    const index = this.#firstNotBelow(chunk.keys, key);
    return chunk.keys[index] === key ? chunk.rows[index] : undefined;
  }

  put(key: Key, row: Row): void {
    const at = this.#chunkOf(key);
    const chunk = this.#owned(at);
    if (chunk === undefined) {
      this.#chunks.push({ keys: [key], rows: [row], owner: this.#owner });
      this.#size = 1;
      return;
    }
    const index = this.#firstNotBelow(chunk.keys, key);
    if (chunk.keys[index] === key) {
      chunk.rows[index] = row;
      return;
    }
    this.#size += 1;
    const isLast = index === chunk.keys.length && at === this.#chunks.length - 1;
    // Ids grow with the sequenced time, so a new row is nearly always last: its predecessors stay together.
    if (isLast && index === MOST_OF_A_CHUNK) {
      this.#chunks.push({ keys: [key], rows: [row], owner: this.#owner });
      return;
    }
    if (index === chunk.keys.length) {
      chunk.keys.push(key);
      chunk.rows.push(row);
    } else {
      chunk.keys.splice(index, 0, key);
      chunk.rows.splice(index, 0, row);
    }
    if (chunk.keys.length > MOST_OF_A_CHUNK) this.#split(at, chunk);
  }

  remove(key: Key): void {
    const at = this.#chunkOf(key);
    const found = this.#chunks[at];
    if (found === undefined) return;
    const index = this.#firstNotBelow(found.keys, key);
    if (found.keys[index] !== key) return;
    this.#size -= 1;
    const chunk = this.#owned(at) as Chunk<Key, Row>;
    chunk.keys.splice(index, 1);
    chunk.rows.splice(index, 1);
    if (chunk.keys.length === 0) this.#chunks.splice(at, 1);
  }

  /** Up to `count` rows with keys above `key` (undefined: from the lowest), ascending. */
  above(key: Key | undefined, count: number): Row[] {
    const found: Row[] = [];
    let at = key === undefined ? 0 : this.#chunkOf(key);
    let from = key === undefined ? 0 : this.#firstAbove(this.#chunks[at]?.keys ?? [], key);
    for (let chunk = this.#chunks[at]; chunk !== undefined && found.length < count; chunk = this.#chunks[at]) {
      const to = Math.min(chunk.rows.length, from + count - found.length);
      for (let index = from; index < to; index += 1) found.push(chunk.rows[index] as Row);
      at += 1;
      from = 0;
    }
    return found;
  }

  /** Up to `count` rows with keys below `key` (undefined: from the highest), descending. */
  below(key: Key | undefined, count: number): Row[] {
    const found: Row[] = [];
    let at = key === undefined ? this.#chunks.length - 1 : this.#chunkOf(key);
    let to = key === undefined ? undefined : this.#firstNotBelow(this.#chunks[at]?.keys ?? [], key);
    for (let chunk = this.#chunks[at]; chunk !== undefined && found.length < count; chunk = this.#chunks[at]) {
      to ??= chunk.rows.length;
      const from = Math.max(0, to - count + found.length);
      for (let index = to - 1; index >= from; index -= 1) found.push(chunk.rows[index] as Row);
      at -= 1;
      to = undefined;
    }
    return found;
  }

  /** An independent copy, at a cost that hardly depends on the number of rows. */
  fork(): Rows<Key, Row> {
    const fork = new Rows<Key, Row>(this.#compare);
    fork.#chunks = this.#chunks.slice();
    fork.#size = this.#size;
    this.#owner = newOwner();
    return fork;
  }

  /** The chunk that may be changed; a shared one is copied. */
  #owned(at: number): Chunk<Key, Row> | undefined {
    const chunk = this.#chunks[at];
    if (chunk === undefined || chunk.owner === this.#owner) return chunk;
    const copy = { keys: chunk.keys.slice(), rows: chunk.rows.slice(), owner: this.#owner };
    this.#chunks[at] = copy;
    return copy;
  }

  #split(at: number, { keys, rows }: Chunk<Key, Row>): void {
    const middle = keys.length >> 1;
    this.#chunks.splice(at + 1, 0, { keys: keys.splice(middle), rows: rows.splice(middle), owner: this.#owner });
  }

  /** The index of the chunk that holds the key, or would: the last one that begins at it or below; otherwise the first. */
  #chunkOf(key: Key): number {
    const chunks = this.#chunks;
    let low = 0;
    let high = chunks.length - 1;
    // The newest rows are the most used.
    let middle = high;
    while (low < high) {
      if (this.#compare((chunks[middle] as Chunk<Key, Row>).keys[0] as Key, key) <= 0) low = middle;
      else high = middle - 1;
      middle = (low + high + 1) >>> 1;
    }
    return Math.max(low, 0);
  }

  #firstAbove(keys: readonly Key[], key: Key): number {
    const index = this.#firstNotBelow(keys, key);
    return keys[index] === key ? index + 1 : index;
  }

  #firstNotBelow(keys: readonly Key[], key: Key): number {
    let low = 0;
    let high = keys.length;
    let middle = high - 1;
    while (low < high) {
      if (this.#compare(keys[middle] as Key, key) >= 0) high = middle;
      else low = middle + 1;
      middle = (low + high) >>> 1;
    }
    return low;
  }
}

interface Chunk<Key, Row> {
  readonly keys: Key[];
  /** The row of each key, at its index. */
  readonly rows: Row[];
  readonly owner: number;
}

const MOST_OF_A_CHUNK = 512;

let owners = 0;
function newOwner(): number {
  owners += 1;
  return owners;
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
