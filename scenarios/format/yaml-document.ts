/** One YAML document of a scenario file, or the first problem of its text. */
import type { Document } from 'yaml';
import { Composer, LineCounter, Parser } from 'yaml';
import type { Place } from './problem.ts';
import { ScenarioProblem } from './problem.ts';

export interface YamlDocument {
  readonly document: Document;
  /** The place of a character of the text. */
  placeAt(offset: number): Place;
}

/** More than any incident needs. A larger file is refused: the time that YAML takes grows with it. */
export const MOST_BYTES = 1024 * 1024;
export const TOO_LARGE = 'the file is larger than 1 MiB, the most of a scenario: split it into several files';

/** Ends the composition of a document with its first error. */
const STOPPED = new Error('the first error of a document');

/** Messages of the YAML library with what to do about them. Others are clear as they are. */
const IN_OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^.*(?:call stack|stack overflow).*$/i, 'the file is nested too deeply: a scenario has at most 100 levels'],
  [
    /^Unresolved tag: (?:tag:yaml\.org,2002:)?!*(.*)$/,
    'a scenario has no YAML tags: delete the tag $1, and put texts in quotes',
  ],
  [/^Missing closing (.)quote/, 'a text in quotes has no end: close it with $1'],
  [
    /^Nested mappings are not allowed in compact mappings/,
    "a second ': ' in one line: put a text that has one in quotes",
  ],
  [/^Tabs are not allowed as indentation/, 'tabs cannot indent a line: use spaces'],
  [/^Plain value cannot start with (.*)$/, 'a text that starts with $1 needs quotes'],
  [/^Invalid escape sequence (.*)$/, 'no escape sequence $1: write two backslashes for one, or use single quotes'],
  [
    /^Implicit map keys need to be followed by map values/,
    "a key without a value: write ': ' after it, or '- ' before an item",
  ],
  [
    /^All (mapping|sequence) items must start at the same column/,
    'the lines of one $1 start at the same column: indent this one like the others',
  ],
];

function inOtherWords(message: string): string {
  const [pattern, words] = IN_OTHER_WORDS.find(([known]) => known.test(message)) ?? [];
  return pattern === undefined || words === undefined ? message : message.replace(pattern, words);
}

/** Throws ScenarioProblem with the first problem; a later one often only follows from it. */
export function readYaml(text: string, file: string): YamlDocument {
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const problem = (offset: number, message: string): ScenarioProblem =>
    new ScenarioProblem([{ file, ...placeAt(offset), message }]);

  if (Buffer.byteLength(text) > MOST_BYTES) throw problem(0, TOO_LARGE);
  const directive = text.search(/^%/m);
  if (directive >= 0) {
    for (const { index } of text.slice(0, directive).matchAll(/\n/g)) lines.addNewLine(index + 1);
    throw problem(directive, "a scenario has no YAML directives: delete the line that starts with '%'");
  }
  let first: { readonly offset: number; readonly message: string } | undefined;
  const composer = new Composer({ uniqueKeys: false, intAsBigInt: true, prettyErrors: false });
  Object.assign(composer, {
    // The library collects errors, of which a file may have a million: here the first one ends it. What is thrown within a
    // node is reported once more for each node around it, and the stack may be almost used up.
    onError(at: number | { readonly offset: number } | readonly [number, number], _: string, message: string) {
      first ??= { offset: typeof at === 'number' ? at : 'offset' in at ? at.offset : at[0], message };
      throw STOPPED;
    },
  });
  /** Those that the parser found wrong do not go through onError. */
  function* tokens() {
    for (const token of new Parser(lines.addNewLine).parse(text)) {
      if (token.type === 'error') throw problem(token.offset, inOtherWords(token.message));
      yield token;
    }
  }
  let document: Document | undefined;
  try {
    for (const next of composer.compose(tokens(), true, text.length)) {
      if (document !== undefined) {
        throw problem(next.range[0], "a file has one scenario: delete the '---' or '...', or make two files of it");
      }
      document = next as Document;
    }
  } catch (thrown) {
    if (first !== undefined) throw problem(first.offset, inOtherWords(first.message));
    throw thrown instanceof RangeError ? problem(0, inOtherWords(thrown.message)) : thrown;
  }
  if (document === undefined) throw problem(0, 'the file is empty');
  const [error] = document.errors;
  if (error !== undefined) throw problem(error.pos[0], inOtherWords(error.message));
  return { document, placeAt };
}
