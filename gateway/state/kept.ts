/**
 * Values by name, each kept for `retentionMs` of its own time. Old ones go as new ones come, a few at a time and never
 * by a sweep; a Map's own order is no queue, for walking it from the front passes every deleted entry again and again.
 */
export class Kept<Value> {
  readonly #retentionNs: bigint;
  readonly #values: Map<string, Entry<Value>> = new Map();
  #byAge: Entry<Value>[] = [];
  #oldest = 0;

  constructor(retentionMs: number) {
    this.#retentionNs = BigInt(retentionMs) * 1_000_000n;
  }

  /** Values held, those included that are due to be forgotten. */
  get size(): number {
    return this.#values.size;
  }

  get(name: string, nowNs: bigint): Value | undefined {
    const entry = this.#values.get(name);
    return entry === undefined || this.#isOld(entry, nowNs) ? undefined : entry.value;
  }

  /** Values come in the order of their times; a name that is set again is as young as its new value. */
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
