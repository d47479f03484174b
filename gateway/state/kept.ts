/**
 * Values by name, each kept for `retentionMs` of its own time. Old values are removed a few at a time as new ones
 * arrive, never in a sweep. A Map's own order is no queue: iterating from the front visits every deleted entry again.
 */
export class Kept<Value> {
  readonly #retentionNs: bigint;
  readonly #values: Map<string, Entry<Value>> = new Map();
  #byAge: Entry<Value>[] = [];
  #oldest = 0;

  constructor(retentionMs: number) {
    this.#retentionNs = BigInt(retentionMs) * 1_000_000n;
  }

  /** The number of held values, including those that are due to be removed. */
  get size(): number {
    return this.#values.size;
  }

  get(name: string, nowNs: bigint): Value | undefined {
    const entry = this.#values.get(name);
    return entry === undefined || this.#isOld(entry, nowNs) ? undefined : entry.value;
  }

  /** Values must arrive in the order of their times; setting a name again renews its age. */
  set(name: string, value: Value, atNs: bigint): void {
    const entry = { name, value, atNs };
    this.#values.set(name, entry);
    this.#byAge.push(entry);
    this.#forget(atNs);
  }

  #forget(nowNs: bigint): void {
    for (let count = 0; count < FORGET_AT_ONCE; count += 1) {
      const entry = this.#byAge[this.#oldest];
      if (entry === undefined || !this.#isOld(entry, nowNs)) return;
      this.#oldest += 1;
      if (this.#values.get(entry.name) === entry) this.#values.delete(entry.name);
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
