/** Values by name, each held for `retentionMs` of its own time. */
export class ExpiringMap<Value> {
  readonly #retentionMs: number;
  readonly #retentionNs: bigint;
  readonly #entries: Map<string, Entry<Value>>;
  /** In the order of their times, from `#oldest` on: a Map's own order visits every deleted entry again. */
  #byAge: Entry<Value>[];
  #oldest = 0;

  constructor(retentionMs: number, entries = new Map<string, Entry<Value>>(), byAge: Entry<Value>[] = []) {
    this.#retentionMs = retentionMs;
    this.#retentionNs = BigInt(retentionMs) * 1_000_000n;
    this.#entries = entries;
    this.#byAge = byAge;
  }

  /** The number of held values, including those that are due to be removed. */
  get size(): number {
    return this.#entries.size;
  }

  get(name: string, nowNs: bigint): Value | undefined {
    const entry = this.#entries.get(name);
    return entry === undefined || this.#isOld(entry, nowNs) ? undefined : entry.value;
  }

  /** Values must arrive in the order of their times; setting a name again renews its age. */
  set(name: string, value: Value, atNs: bigint): void {
    const entry = { name, value, atNs };
    this.#entries.set(name, entry);
    this.#byAge.push(entry);
    this.#forget(atNs);
  }

  /** An independent copy. */
  fork(): ExpiringMap<Value> {
    return new ExpiringMap(this.#retentionMs, new Map(this.#entries), this.#byAge.slice(this.#oldest));
  }

  /** A few at a time, so that no call waits for a sweep. */
  #forget(nowNs: bigint): void {
    for (let count = 0; count < FORGET_AT_ONCE; count += 1) {
      const entry = this.#byAge[this.#oldest];
      if (entry === undefined || !this.#isOld(entry, nowNs)) return;
      this.#oldest += 1;
      if (this.#entries.get(entry.name) === entry) this.#entries.delete(entry.name);
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

const FORGET_AT_ONCE = 2;
