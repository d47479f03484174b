/** The newest values by name: between half of `most` and all of it. */
export class Newest<Name, Value> {
  readonly #most: number;
  #newer: Map<Name, Value> = new Map();
  #older: Map<Name, Value> = new Map();

  constructor(most: number) {
    this.#most = most;
  }

  get(name: Name): Value | undefined {
    return this.#newer.get(name) ?? this.#older.get(name);
  }

  set(name: Name, value: Value): void {
    if (this.#newer.size >= this.#most / 2) [this.#newer, this.#older] = [new Map(), this.#newer];
    this.#newer.set(name, value);
  }
}
