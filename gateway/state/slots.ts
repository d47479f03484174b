/**
 * Objects that come and go with each request. A Set or a Map of them is rebuilt whenever it grows, shrinks or fills with holes,
 * and V8 links every outgrown table to the next: once one of them is old, the entries of all later ones are copied as if they
 * lived, with whole requests behind them. Slots are used again in place.
 */
export class Slots<Item extends object> {
  readonly #items: (Item | undefined)[] = [];
  readonly #free: number[] = [];

  /** @returns the slot, for `free` */
  add(item: Item): number {
    const slot = this.#free.pop() ?? this.#items.length;
    this.#items[slot] = item;
    return slot;
  }

  at(slot: number): Item | undefined {
    return this.#items[slot];
  }

  /** To be called once for each `add`. */
  free(slot: number): void {
    this.#items[slot] = undefined;
    this.#free.push(slot);
  }

  /** In no order. */
  list(): Item[] {
    return this.#items.filter((item) => item !== undefined);
  }
}

/** The same by name: its table holds names and numbers alone. */
export class NamedSlots<Item extends object> {
  readonly #slots: Slots<Item> = new Slots();
  readonly #byName: Map<string, number> = new Map();

  get size(): number {
    return this.#byName.size;
  }

  get(name: string): Item | undefined {
    const slot = this.#byName.get(name);
    return slot === undefined ? undefined : this.#slots.at(slot);
  }

  set(name: string, item: Item): void {
    this.delete(name);
    this.#byName.set(name, this.#slots.add(item));
  }

  delete(name: string): void {
    const slot = this.#byName.get(name);
    if (slot === undefined) return;
    this.#byName.delete(name);
    this.#slots.free(slot);
  }

  /** In the order in which their names were set. */
  list(): Item[] {
    return [...this.#byName.values()].map((slot) => this.#slots.at(slot) as Item);
  }
}
