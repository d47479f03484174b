import { createRequire } from 'node:module';
import type * as Jsonc from 'jsonc-parser';

let loaded: typeof Jsonc | undefined;

/**
 * Loaded with the first document, which no start should wait for; and within the call, since owners that judge documents
 * are synchronous.
 */
function parser(): typeof Jsonc {
  loaded ??= createRequire(import.meta.url)('jsonc-parser') as typeof Jsonc;
  return loaded;
}

/** The parser calls itself once a level, and 6,144 brackets fit into a document: so many are more than a stack holds. */
const DEEPEST = 256;

/** As the scanner numbers its tokens (its own enum leaves nothing at run time that stripped types could import). */
const OPEN: readonly number[] = [1, 3];
const CLOSE: readonly number[] = [2, 4];
const END = 17;

/**
 * The tree of a JSONC text, with offsets; undefined where it is none, or nested past 256 levels. Comments and trailing
 * commas are JSONC; a byte order mark, and whatever else the lenient parser would forgive, are not. Never throws.
 */
export function jsoncTree(text: string): Jsonc.Node | undefined {
  if (isTooDeep(text)) return undefined;
  const errors: Jsonc.ParseError[] = [];
  const tree = parser().parseTree(text, errors, { allowTrailingComma: true });
  return errors.length > 0 ? undefined : tree;
}

/** Told from the tokens: brackets in strings and comments open nothing. */
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
