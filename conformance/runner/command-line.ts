/** Quotes words for a POSIX shell, so that printed commands can be pasted. */

/** Characters without a special meaning in a shell, anywhere in a word. */
const PLAIN = /^[\w./:@%+,-]+$/;

/** The word in single quotes, whatever it holds. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a word only where it is necessary. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : quoted(word))).join(' ');
}
