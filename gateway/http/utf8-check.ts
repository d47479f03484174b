import { isUtf8 } from 'node:buffer';

const LONGEST_BYTES = 4;

/** Whether bytes are UTF-8, a piece at a time; a piece may end within a character. */
export class Utf8Check {
  /** The first bytes of a character whose others are in the next piece. */
  #cut: Buffer = Buffer.alloc(0);
  #isValid = true;

  add(piece: Buffer): void {
    if (!this.#isValid) return;
    const bytes = this.#cut.length === 0 ? piece : Buffer.concat([this.#cut, piece]);
    const wholeBytes = bytes.length - cutBytes(bytes);
    this.#isValid = isUtf8(bytes.subarray(0, wholeBytes));
    // A copy: the piece itself is not held for three bytes of it.
    this.#cut = Buffer.from(bytes.subarray(wholeBytes));
  }

  /** Of all pieces together. */
  isValid(): boolean {
    return this.#isValid && this.#cut.length === 0;
  }
}

/** How many of the last bytes are the beginning of a character that is not whole. */
function cutBytes(bytes: Buffer): number {
  for (let back = 1; back < LONGEST_BYTES && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0;
  }
  return 0;
}

function lengthOf(first: number): number {
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}
