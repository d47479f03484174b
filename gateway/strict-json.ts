/** Nesting past this is refused: recursive code over a body (hashing, rendering) must not run out of stack (trap X15). */
const DEEPEST = 64;
/** Every number of the interface is an int32; a 64-bit integer is a string, and money is (ID-04, MON-10, A68). */
const INTEGER = /^-?(0|[1-9][0-9]*)$/;

/** Why a text is not a body that this service takes; display text. */
export class JsonFault extends Error {
  /** The same without a word of the text: what is said of a body that holds secrets. */
  readonly unquoted: string;

  constructor(message: string, unquoted: string = message) {
    super(message);
    this.unquoted = unquoted;
  }
}

/**
 * Reads JSON as RFC 8259 has it, and stricter than JSON.parse: no member twice (also where one is spelt with escapes), no
 * `__proto__`, no number that is not a plain safe integer, at most 64 levels. Throws JsonFault.
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new JsonFault(`not JSON${placeOf(error)}`);
  }
  scan(text);
  return value;
}

/** Where it stops being JSON. The parser's own words quote the text, which may be a secret. */
function placeOf(error: unknown): string {
  const position = error instanceof Error ? / at position ([0-9]+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? '' : `, from character ${Number(position) + 1} on`;
}

/** The tokens of a text that is known to be JSON; what stands between them (white space, commas, true, null) tells nothing. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][0-9.eE+-]*|[{}[\]:]/g;

/** One pass: in JSON, a string before a colon is a member's name. */
function scan(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined);
      if (open.length > DEEPEST) throw new JsonFault(`nested more than ${DEEPEST} levels deep`);
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ':') {
      nameOnce(last, open.at(-1));
    } else if (token.startsWith('"')) {
      last = token;
    } else {
      checkNumber(token);
    }
  }
}

function nameOnce(token: string, names: Set<string> | undefined): void {
  const name: string = token.includes('\\') ? JSON.parse(token) : token.slice(1, -1);
  if (name === '__proto__') throw new JsonFault('__proto__: not a member name that is taken');
  if (names?.has(name) === true) {
    throw new JsonFault(`${name.slice(0, 80)}: stated more than once`, 'a member is stated more than once');
  }
  names?.add(name);
}

function checkNumber(literal: string): void {
  if (!INTEGER.test(literal) || !Number.isSafeInteger(Number(literal))) {
    const rule = 'numbers are plain integers; a 64-bit integer or money is a string';
    throw new JsonFault(`${literal.slice(0, 40)}: ${rule}`, rule);
  }
}
