/**
 * Finds the forms of secrets in a text without looking at each of its characters. A form of `shortest` characters or
 * more that occurs in a text covers one of every `shortest - 3` positions with the four characters that begin there:
 * only those positions are looked up, first in a bitmap, then in a map (Wu and Manber, 1994).
 */

/** A spelling of a secret. */
export interface Form {
  readonly text: string;
  readonly mark: string;
  /** In the order of learning: of two that read the same, the first one's mark is used. */
  readonly n: number;
}

interface Place {
  readonly form: Form;
  /** Where in the form the four characters stand. */
  readonly offset: number;
}

const BLOCK = 4;
const BITMAP_BITS = 1 << 18;

function blockAt(text: string, i: number): number {
  const mixed =
    Math.imul(text.charCodeAt(i), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(i + 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(i + 2), 0xc2b2ae35) ^
    Math.imul(text.charCodeAt(i + 3), 0x27d4eb2f);
  return (mixed >>> 14) & (BITMAP_BITS - 1);
}

/** An index of forms that are all of at least the same length. */
export class FormIndex {
  readonly #shortest: number;
  readonly #step: number;
  #bitmap: Uint8Array | undefined;
  readonly #places = new Map<number, Place[]>();

  /** `shortest`: at least 4. */
  constructor(shortest: number) {
    this.#shortest = shortest;
    this.#step = shortest - BLOCK + 1;
  }

  add(form: Form): void {
    this.#bitmap ??= new Uint8Array(BITMAP_BITS / 8);
    for (let offset = 0; offset < this.#step; offset += 1) {
      const block = blockAt(form.text, offset);
      this.#bitmap[block >> 3] = (this.#bitmap[block >> 3] ?? 0) | (1 << (block & 7));
      const places = this.#places.get(block);
      if (places === undefined) this.#places.set(block, [{ form, offset }]);
      else places.push({ form, offset });
    }
  }

  /** The forms that occur in the text, with those already found; undefined: none. */
  find(text: string, alreadyFound?: Set<Form>): Set<Form> | undefined {
    const bitmap = this.#bitmap;
    let found = alreadyFound;
    if (bitmap === undefined || text.length < this.#shortest) return found;
    for (let i = this.#step - 1; i + BLOCK <= text.length; i += this.#step) {
      const block = blockAt(text, i);
      if (((bitmap[block >> 3] ?? 0) & (1 << (block & 7))) === 0) continue;
      for (const { form, offset } of this.#places.get(block) ?? []) {
        if (i < offset || !text.startsWith(form.text, i - offset)) continue;
        found ??= new Set();
        found.add(form);
      }
    }
    return found;
  }
}
