/**
 * Names for idempotency keys: the same key is the same name everywhere. A short key that a person can read stays; others
 * become `key-1`, `key-2` in order. A key that the contract refuses stays as it is: it may be what the incident is about.
 */

/** Limits, Idempotency-Key. */
const VALID = /^[A-Za-z0-9._~-]{1,64}$/;
/** Words and short numbers: `order-17`, `k1`, `walk-2-cancel`. */
const READABLE = /^(?=.{1,24}$)[A-Za-z]{1,12}[0-9]{0,4}([._-]([A-Za-z]{1,12}[0-9]{0,4}|[0-9]{1,4})){0,4}$/;
/** Letters that form no word: `xkqzvb`, and hexadecimal digits with a figure among them. */
const NO_WORD = /[^aeiouy0-9._-]{5,}|^(?=.*[0-9])[0-9a-f]{6,}$/i;

/** The names of the keys of one scenario. */
export class KeyNames {
  readonly #names = new Map<string, string>();
  #count = 0;

  /** Every key of the traffic in order of its first use. */
  constructor(keys: Iterable<string>) {
    const all = [...new Set(keys)].filter((key) => VALID.test(key));
    const readable = new Set(all.filter((key) => READABLE.test(key) && !NO_WORD.test(key)));
    for (const key of all) this.#names.set(key, readable.has(key) ? key : this.#next(readable));
  }

  /** The name of a key; undefined for any other text. */
  of(text: string): string | undefined {
    return this.#names.get(text);
  }

  #next(taken: ReadonlySet<string>): string {
    do this.#count += 1;
    while (taken.has(`key-${this.#count}`));
    return `key-${this.#count}`;
  }
}
