/**
 * Values by name, each kept for `retentionMs` of its own time. Old values are removed a few at a time as new ones
 * arrive, never in a sweep. A Map's own order is no queue: iterating from the front visits every deleted entry again.
 * Names are spread over many small tables: a single large one would stop everything while it grows, and a fork shares
 * each table until one side changes it.
 */
export class Kept<Value> {
  readonly #retentionMs: number;
  readonly #retentionNs: bigint;
  #tables: Table<Value>[] = [];
  /** Tables of another owner are shared with a fork, and copied before they change. */
  #owner: object = {};
  #byAge: Entry<Value>[] = [];
  #oldest = 0;

  constructor(retentionMs: number) {
    this.#retentionMs = retentionMs;
    this.#retentionNs = BigInt(retentionMs) * 1_000_000n;
  }

  /** The number of held values, including those that are due to be removed. */
  get size(): number {
    return this.#tables.reduce((size, { entries }) => size + entries.size, 0);
  }

  get(name: string, nowNs: bigint): Value | undefined {
    if (this.#tables.length === 0) return undefined;
    const entry = this.#tables[tableOf(name)]?.entries.get(name);
    return entry === undefined || this.#isOld(entry, nowNs) ? undefined : entry.value;
  }

  /** Values must arrive in the order of their times; setting a name again renews its age. */
  set(name: string, value: Value, atNs: bigint): void {
    const entry = { name, value, atNs };
    this.#owned(tableOf(name)).set(name, entry);
    this.#byAge.push(entry);
    this.#forget(atNs);
  }

  /** An independent copy. */
  fork(): Kept<Value> {
    const fork = new Kept<Value>(this.#retentionMs);
    fork.#tables = this.#tables.slice();
    fork.#byAge = this.#byAge.slice(this.#oldest);
    this.#owner = {};
    return fork;
  }

  #owned(at: number): Map<string, Entry<Value>> {
    const table = this.#tables[at];
    if (table?.owner === this.#owner) return table.entries;
    const owned = { entries: new Map(table?.entries), owner: this.#owner };
    this.#tables[at] = owned;
    return owned.entries;
  }

  #forget(nowNs: bigint): void {
    for (let count = 0; count < FORGET_AT_ONCE; count += 1) {
      const entry = this.#byAge[this.#oldest];
      if (entry === undefined || !this.#isOld(entry, nowNs)) return;
      this.#oldest += 1;
      const at = tableOf(entry.name);
      if (this.#tables[at]?.entries.get(entry.name) === entry) this.#owned(at).delete(entry.name);
    }
    if (this.#oldest > 1_024 && this.#oldest * 2 > this.#byAge.length) {
      this.#byAge = this.#byAge.slice(this.#oldest);
      this.#oldest = 0;
    }
  }

  #isOld({ atNs }: Entry<Value>, nowNs: bigint): boolean {
    return nowNs - atNs >= this.#retentionNs;
  }
}

interface Entry<Value> {
  readonly name: string;
  readonly value: Value;
  readonly atNs: bigint;
}

interface Table<Value> {
  readonly entries: Map<string, Entry<Value>>;
  readonly owner: object;
}

const FORGET_AT_ONCE = 2;
const TABLES = 64;
/** The end of a name differs most from its neighbours: a counter, a random id. */
const HASHED_CHARACTERS = 6;

function tableOf(name: string): number {
  let hash = 0;
  for (let at = Math.max(0, name.length - HASHED_CHARACTERS); at < name.length; at += 1)
    hash = (hash * 31 + name.charCodeAt(at)) | 0;
  return (hash ^ (hash >>> 12)) & (TABLES - 1);
}
