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

/** A form where one of its blocks begins. Places with the same block are a list. */
interface Place {
  readonly form: Form;
  /** Where in the form the four characters stand. */
  readonly offset: number;
  next: Place | undefined;
}

const BLOCK = 4;
const HASH_BITS = 32;

function blockAt(text: string, i: number, shift: number): number {
  const mixed =
    Math.imul(text.charCodeAt(i), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(i + 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(i + 2), 0xc2b2ae35) ^
    Math.imul(text.charCodeAt(i + 3), 0x27d4eb2f);
  return mixed >>> shift;
}

/** An index of forms that are all of at least the same length. */
export class FormIndex {
  readonly #shortest: number;
  readonly #step: number;
  readonly #shift: number;
  /** A bit is set exactly if a form has the block of that number. */
  #bitmap: Uint8Array | undefined;
  readonly #places = new Map<number, Place>();

  /**
   * @param shortest at least 4.
   * @param bits how many bits of a hash number a block, fewer than 32: more of them for more forms.
   */
  constructor(shortest: number, bits: number) {
    this.#shortest = shortest;
    this.#step = shortest - BLOCK + 1;
    this.#shift = HASH_BITS - bits;
  }

  add(form: Form): void {
    this.#bitmap ??= new Uint8Array(2 ** (HASH_BITS - this.#shift) / 8);
    for (let offset = 0; offset < this.#step; offset += 1) {
      const block = blockAt(form.text, offset, this.#shift);
      this.#bitmap[block >> 3] = (this.#bitmap[block >> 3] ?? 0) | (1 << (block & 7));
      this.#places.set(block, { form, offset, next: this.#places.get(block) });
    }
  }

  remove(form: Form): void {
    for (let offset = 0; offset < this.#step; offset += 1) {
      const block = blockAt(form.text, offset, this.#shift);
      const left = without(form, this.#places.get(block));
      if (left !== undefined) this.#places.set(block, left);
      else if (this.#places.delete(block) && this.#bitmap !== undefined) {
        this.#bitmap[block >> 3] = (this.#bitmap[block >> 3] ?? 0) & ~(1 << (block & 7));
      }
    }
  }

  /** The forms that occur in the text, with those already found; undefined: none. */
  find(text: string, alreadyFound?: Set<Form>): Set<Form> | undefined {
    const bitmap = this.#bitmap;
    const shift = this.#shift;
    let found = alreadyFound;
    if (bitmap === undefined || text.length < this.#shortest) return found;
    for (let i = this.#step - 1; i + BLOCK <= text.length; i += this.#step) {
      const block = blockAt(text, i, shift);
      if (((bitmap[block >> 3] ?? 0) & (1 << (block & 7))) === 0) continue;
      for (let place = this.#places.get(block); place !== undefined; place = place.next) {
        const { form, offset } = place;
        if (i < offset || !text.startsWith(form.text, i - offset)) continue;
        found ??= new Set();
        found.add(form);
      }
    }
    return found;
  }
}

/** The list without the places of `form`. */
function without(form: Form, first: Place | undefined): Place | undefined {
  if (first === undefined) return undefined;
  if (first.form === form) return without(form, first.next);
  first.next = without(form, first.next);
  return first;
}
