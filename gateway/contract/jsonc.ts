import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** The parser calls itself once a level, and 6,144 brackets fit into a document: so many are more than a stack holds. */
const DEEPEST = 256;

/** As the scanner numbers its tokens (its own enum leaves nothing at run time that stripped types could import). */
const OPEN: readonly number[] = [1, 3];
const CLOSE: readonly number[] = [2, 4];
const END = 17;

/**
 * The tree of a JSONC text, with offsets; undefined where it is none, or nested past 256 levels. Comments and trailing
 * commas are JSONC; a byte order mark, and whatever else the lenient parser would forgive, are not. Never throws.
 *
 * Whoever imports this loads the parser: a member does so with the first document.
 */
export function jsoncTree(text: string): Node | undefined {
  if (isTooDeep(text)) return undefined;
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  return errors.length > 0 ? undefined : tree;
}

/** Told from the tokens: brackets in strings and comments open nothing. */
function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (OPEN.includes(token)) depth += 1;
    if (CLOSE.includes(token)) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
