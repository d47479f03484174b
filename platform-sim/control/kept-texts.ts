/**
 * Texts of the last exchanges, as bytes outside of the heap, in a ring. As strings they would outlive their requests: the
 * garbage collector would copy each of them, and collect it late, which costs more than to write them here.
 */
export class KeptTexts {
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
   * @param text of characters up to U+00FF, not longer than the longest. @returns where it begins
   */
  add(text: string): number {
    this.#ring ??= Buffer.allocUnsafeSlow(this.#bytes);
    const at = this.#next + text.length > this.#bytes ? 0 : this.#next;
    this.#ring.write(text, at, text.length, 'latin1');
    this.#next = at + text.length;
    return at;
  }

  textAt(at: number, length: number): string {
    return this.#ring?.toString('latin1', at, at + length) ?? '';
  }
}
