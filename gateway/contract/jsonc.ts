import { createRequire } from 'node:module';
import type * as Jsonc from 'jsonc-parser';

let loaded: typeof Jsonc | undefined;

/**
 * Loads the parser with the first document, so that a start does not wait for it. Loading is synchronous because owners
 * that validate documents are synchronous.
 */
function parser(): typeof Jsonc {
  loaded ??= createRequire(import.meta.url)('jsonc-parser') as typeof Jsonc;
  return loaded;
}

/**
 * Maximum nesting. The parser recurses once a level, and a document can hold 6,144 brackets: more levels than the stack
 * allows.
 */
const DEEPEST = 256;

/** Token kinds of the scanner. Its own `const enum` does not exist at run time under type stripping. */
const OPEN: readonly number[] = [1, 3];
const CLOSE: readonly number[] = [2, 4];
const END = 17;

/**
 * The tree of a JSONC text, with offsets; undefined if the text is not JSONC or is nested past 256 levels. Comments and
 * trailing commas are allowed; a byte order mark and other errors that the lenient parser tolerates are not. Never
 * throws.
 */
export function jsoncTree(text: string): Jsonc.Node | undefined {
  if (isTooDeep(text)) return undefined;
  const errors: Jsonc.ParseError[] = [];
  const tree = parser().parseTree(text, errors, { allowTrailingComma: true });
  return errors.length > 0 ? undefined : tree;
}

/** Counts tokens, because brackets in strings and comments do not nest. */
function isTooDeep(text: string): boolean {
  const scanner = parser().createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (OPEN.includes(token)) depth += 1;
    if (CLOSE.includes(token)) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
