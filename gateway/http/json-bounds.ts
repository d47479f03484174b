/** The bounds of a JSON text, counted on its bytes while they arrive: a text past them is neither kept nor parsed. */

/** Nesting past this is refused: recursive code over a body (hashing, rendering) must not run out of stack (trap X15). */
const DEEPEST = 64;
/** Past these a text is refused before it is parsed: no body has a tenth of them, and each name costs time. */
const MOST_MEMBERS = 256;
const MOST_VALUES = 10_000;

const CODE = { quote: 34, comma: 44, listOpens: 91, backslash: 92, listEnds: 93, opens: 123, ends: 125 } as const;

/**
 * Counts levels, members (the commas of an object) and values. Takes texts that are not JSON, too: byte by byte, since an
 * expression that looks for the end of a string which has none would begin again at every quote. No byte of a longer
 * character is one of those that count, so the bytes need not be UTF-8.
 */
export class JsonBounds {
  /** Commas so far of each object that is open; of a list they do not count. */
  readonly #open: number[] = [];
  #commas = 0;
  #isInString = false;
  #isEscaped = false;
  #fault: string | undefined;

  /** The first bound that the text breaks; display text. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** @param piece what follows the pieces before it; cut anywhere */
  add(piece: Uint8Array): void {
    if (this.#fault !== undefined) return;
    const { length } = piece;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    for (let at = 0; at < length; at += 1) {
      let code = piece[at] as number;
      if (isInString) {
        // Most of a text is within its strings.
        while (!isEscaped && code !== CODE.quote && code !== CODE.backslash && at + 1 < length) {
          at += 1;
          code = piece[at] as number;
        }
        if (isEscaped) isEscaped = false;
        else if (code === CODE.quote) isInString = false;
        else isEscaped = code === CODE.backslash;
      } else if (code === CODE.quote) isInString = true;
      else if (isCounted(code)) {
        this.#fault = this.#count(code);
        if (this.#fault !== undefined) return;
      }
    }
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
  }

  #count(code: number): string | undefined {
    const open = this.#open;
    if (code === CODE.opens) open.push(0);
    else if (code === CODE.listOpens) open.push(Number.NEGATIVE_INFINITY);
    else if (code === CODE.comma) {
      this.#commas += 1;
      const ofThis = (open.pop() ?? Number.NEGATIVE_INFINITY) + 1;
      open.push(ofThis);
      if (ofThis >= MOST_MEMBERS) return `an object has more than ${MOST_MEMBERS} members`;
      if (this.#commas >= MOST_VALUES) return `more than ${MOST_VALUES} values`;
    } else open.pop();
    return open.length > DEEPEST ? `nested more than ${DEEPEST} levels deep` : undefined;
  }
}

function isCounted(code: number): boolean {
  return (
    code === CODE.comma ||
    code === CODE.opens ||
    code === CODE.ends ||
    code === CODE.listOpens ||
    code === CODE.listEnds
  );
}
