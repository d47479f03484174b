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

/**
 * The same by name: its table holds names and numbers alone. The first of several stays outside of it: most are gone before
 * another comes, and a table that is filled and emptied each time is built anew every few times.
 */
export class NamedSlots<Item extends object> {
  readonly #slots: Slots<Item> = new Slots();
  /** Of all that came after the first. */
  readonly #byName: Map<string, number> = new Map();
  #first: Item | undefined;
  #firstName = '';

  get size(): number {
    return this.#byName.size + (this.#first === undefined ? 0 : 1);
  }

  get(name: string): Item | undefined {
    if (this.#first !== undefined && name === this.#firstName) return this.#first;
    const slot = this.#byName.size === 0 ? undefined : this.#byName.get(name);
    return slot === undefined ? undefined : this.#slots.at(slot);
  }

  set(name: string, item: Item): void {
    this.delete(name);
    if (this.size === 0) [this.#first, this.#firstName] = [item, name];
    else this.#byName.set(name, this.#slots.add(item));
  }

  delete(name: string): void {
    if (this.#first !== undefined && name === this.#firstName) {
      this.#first = undefined;
      return;
    }
    const slot = this.#byName.size === 0 ? undefined : this.#byName.get(name);
    if (slot === undefined) return;
    this.#byName.delete(name);
    this.#slots.free(slot);
  }

  /** In the order in which their names were set. */
  list(): Item[] {
    const others = [...this.#byName.values()].map((slot) => this.#slots.at(slot) as Item);
    return this.#first === undefined ? others : [this.#first, ...others];
  }
}
