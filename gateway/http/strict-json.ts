import { brokenBound } from './json-bounds.ts';

/** Every number of the interface is an int32; a 64-bit integer is a string, and money is (ID-04, MON-10, A68). */
const INTEGER = /^-?(0|[1-9][0-9]*)$/;

/** Why a text is not an accepted body; display text. */
export class JsonFault extends Error {
  /** The same without any part of the text, for bodies that hold secrets. */
  readonly unquoted: string;
  /** The parsed value if only a number is at fault; otherwise undefined. */
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
 * of one object and 10,000 values in all (`brokenBound`). Throws JsonFault.
 */
export function parseStrictJson(text: string): unknown {
  const bound = brokenBound(text);
  if (bound !== undefined) throw new JsonFault(bound);
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

/** Where it stops being JSON. The parser's own words quote the text, which may be a secret. */
function placeOf(error: unknown): string {
  const position = error instanceof Error ? / at position ([0-9]+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? '' : `, from character ${Number(position) + 1} on`;
}

/** The tokens of a text that is known to be JSON; what stands between them (white space, commas, true, null) tells nothing. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?[0-9][0-9.eE+-]*|[{}[\]:]/gs;

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

/** Half of a surrogate pair has no UTF-8 form: storing or forwarding the text would change it (decision A66). */
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
