/** Words as a POSIX shell takes them back: what is printed can be pasted. */

/** What no shell gives a meaning of its own, wherever it stands in a word. */
const PLAIN = /^[\w./:@%+,-]+$/;

export function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A word is quoted only where it has to be. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : quoted(word))).join(' ');
}
