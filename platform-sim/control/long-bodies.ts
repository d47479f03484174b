/**
 * Long texts of the last exchanges, as bytes outside of the heap, in a ring. As strings they would outlive their requests: the
 * garbage collector would copy them, and collect them late, which costs as much as the whole answer of a page.
 */

/** Where a text lies. */
export interface Place {
  readonly at: number;
  readonly bytes: number;
}

export class LongBodies {
  readonly #bytes: number;
  /** Made for the first text. */
  #ring: Buffer | undefined;
  #next = 0;

  /** @param most the bytes of all texts that are read again, together. @param longest of one of them */
  constructor(most: number, longest: number) {
    // What is left over at the end of the ring is shorter than one text.
    this.#bytes = most + longest;
  }

  /**
   * To be called with texts that are forgotten in the order in which they came, once there is room for this one.
   *
   * @param text of ASCII. @param bytes how much of its beginning is kept
   */
  add(text: string, bytes: number): Place {
    this.#ring ??= Buffer.allocUnsafeSlow(this.#bytes);
    const at = this.#next + bytes > this.#bytes ? 0 : this.#next;
    this.#ring.write(text, at, bytes, 'latin1');
    this.#next = at + bytes;
    return { at, bytes };
  }

  textAt({ at, bytes }: Place): string {
    return this.#ring?.toString('latin1', at, at + bytes) ?? '';
  }
}
