/** Nesting past this is refused: recursive code over a body (hashing, rendering) must not run out of stack (trap X15). */
const DEEPEST = 64;
/** Past these a text is refused before it is parsed: no body has a tenth of them, and each name costs time. */
const MOST_MEMBERS = 256;
const MOST_VALUES = 10_000;
/** Every number of the interface is an int32; a 64-bit integer is a string, and money is (ID-04, MON-10, A68). */
const INTEGER = /^-?(0|[1-9][0-9]*)$/;

/** Why a text is not a body that this service takes; display text. */
export class JsonFault extends Error {
  /** The same without a word of the text: what is said of a body that holds secrets. */
  readonly unquoted: string;
  /** What the text says but for its numbers, where they alone are at fault; undefined: nothing that can be told apart. */
  readonly butNumbers: unknown;

  constructor(message: string, unquoted: string = message, butNumbers?: unknown) {
    super(message);
    this.unquoted = unquoted;
    this.butNumbers = butNumbers;
  }
}

/**
 * Reads JSON as RFC 8259 has it, and stricter than JSON.parse: no member twice (also where one is spelt with escapes), no
 * `__proto__`, no number that is not a plain safe integer, no half of a surrogate pair, at most 64 levels, at most 256 members
 * of one object and 10,000 values in all. Throws JsonFault.
 */
export function parseStrictJson(text: string): unknown {
  requireBounded(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new JsonFault(`not JSON${placeOf(error)}`);
  }
  const strange = scan(text);
  if (strange !== undefined) throw new JsonFault(strange.message, strange.unquoted, value);
  return value;
}

const CODE = { quote: 34, comma: 44, listOpens: 91, backslash: 92, listEnds: 93, opens: 123, ends: 125 } as const;

/**
 * Holds a text to its bounds before anything else is done with it: levels, members (the commas of an object), values. It meets texts that are not JSON, too: character by
 * character, since an expression that looks for the end of a text which has none would begin again at every quote.
 */
function requireBounded(text: string): void {
  /** Commas so far of each object that is open; of a list they do not count. */
  const open: number[] = [];
  let commas = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === CODE.quote) at = endOfText(text, at);
    else if (character === CODE.opens) open.push(0);
    else if (character === CODE.listOpens) open.push(Number.NEGATIVE_INFINITY);
    else if (character === CODE.ends || character === CODE.listEnds) open.pop();
    else if (character === CODE.comma) {
      commas += 1;
      const ofThis = (open.pop() ?? Number.NEGATIVE_INFINITY) + 1;
      open.push(ofThis);
      if (ofThis >= MOST_MEMBERS) throw new JsonFault(`an object has more than ${MOST_MEMBERS} members`);
      if (commas >= MOST_VALUES) throw new JsonFault(`more than ${MOST_VALUES} values`);
    }
    if (open.length > DEEPEST) throw new JsonFault(`nested more than ${DEEPEST} levels deep`);
  }
}

/** Where the text ends that begins with the quote at `from`. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === CODE.quote) return at;
    if (character === CODE.backslash) at += 1;
  }
  return text.length;
}

/** Where it stops being JSON. The parser's own words quote the text, which may be a secret. */
function placeOf(error: unknown): string {
  const position = error instanceof Error ? / at position ([0-9]+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? '' : `, from character ${Number(position) + 1} on`;
}

/** The tokens of a text that is known to be JSON; what stands between them (white space, commas, true, null) tells nothing. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?[0-9][0-9.eE+-]*|[{}[\]:]/g;

/** One pass: in JSON, a string before a colon is a member's name. @returns what is wrong with the first strange number. */
function scan(text: string): JsonFault | undefined {
  const open: Level[] = [];
  let strange: JsonFault | undefined;
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const level = open.at(-1);
    if (isHalved(last)) throw halved(token === ':' ? '' : (level?.member ?? ''));
    if (token === '{' || token === '[') {
      open.push({ names: token === '{' ? new Set() : undefined, member: level?.member ?? '' });
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ':') {
      if (level !== undefined) level.member = nameOnce(last, level.names);
    } else if (!token.startsWith('"')) {
      strange ??= faultOfNumber(token, level?.member ?? '');
    }
    last = token;
  }
  if (isHalved(last)) throw halved('');
  return strange;
}

/** What is open at a place of the text. */
interface Level {
  /** Of an object: the members so far. */
  readonly names: Set<string> | undefined;
  /** The member whose value is read here, or within whose value. */
  member: string;
}

function nameOnce(token: string, names: Set<string> | undefined): string {
  const name: string = token.includes('\\') ? JSON.parse(token) : token.slice(1, -1);
  if (name === '__proto__') throw new JsonFault('__proto__: not a member name that is taken');
  if (names?.has(name) === true) {
    throw new JsonFault(`${name.slice(0, 80)}: stated more than once`, 'a member is stated more than once');
  }
  names?.add(name);
  return name;
}

function faultOfNumber(literal: string, member: string): JsonFault | undefined {
  if (INTEGER.test(literal) && Number.isSafeInteger(Number(literal))) return undefined;
  const rule = 'numbers are plain integers; a 64-bit integer or money is a string';
  return new JsonFault(`${of(member)}${literal.slice(0, 40)}: ${rule}`, rule);
}

/** Text that no UTF-8 spells: whoever stores it or sends it on would change it (decision A66). */
function isHalved(token: string): boolean {
  return token.startsWith('"') && token.includes('\\u') && !(JSON.parse(token) as string).isWellFormed();
}

function halved(member: string): JsonFault {
  const rule = 'a text holds half of a surrogate pair, which is no character';
  return new JsonFault(`${of(member)}${rule}`, rule);
}

function of(member: string): string {
  return member === '' ? '' : `${member.slice(0, 80)}: `;
}
