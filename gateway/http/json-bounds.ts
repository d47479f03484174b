/** Nesting past this is refused: recursive code over a body (hashing, rendering) must not overflow the stack (trap X15). */
const MOST_LEVELS = 64;
/** Past these a text is refused before it is parsed: no body needs a tenth of them, and each name costs time. */
const MOST_MEMBERS = 256;
const MOST_VALUES = 10_000;

/**
 * The first bound that a JSON text breaks: levels, members of one object (its commas), values (all commas); undefined if
 * there is none. The text need not be JSON. It is scanned by characters: an expression that looks for the end of an
 * unterminated string would start again at every quote.
 */
export function brokenBound(text: string): string | undefined {
  /** The commas so far of each open object; those of a list are not limited. */
  const open: number[] = [];
  let commas = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charAt(at)) {
      case '"':
        at = endOfString(text, at);
        break;
      case '{':
        open.push(0);
        break;
      case '[':
        open.push(Number.NEGATIVE_INFINITY);
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',': {
        commas += 1;
        const members = (open.pop() ?? Number.NEGATIVE_INFINITY) + 1;
        open.push(members);
        if (members >= MOST_MEMBERS) return `an object has more than ${MOST_MEMBERS} members`;
        if (commas >= MOST_VALUES) return `more than ${MOST_VALUES} values`;
      }
    }
    if (open.length > MOST_LEVELS) return `nested more than ${MOST_LEVELS} levels deep`;
  }
  return undefined;
}

/** The place of the closing quote of the string that opens at `from`; the end of the text if there is none. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
