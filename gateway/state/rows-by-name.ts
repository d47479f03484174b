import { Rows } from './rows.ts';

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
