/** Quotes words for a POSIX shell, so that printed commands can be pasted. */

/** Characters without a special meaning in a shell, anywhere in a word. */
const PLAIN = /^[\w./:@%+,-]+$/;
/** Characters that a terminal obeys when they are pasted, or that hide what follows. */
const HIDDEN = /(?:(?!\n)[\p{Cc}\p{Cf}\u2028\u2029])+/gu;

function octal(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/** The word in single quotes, whatever it holds but NUL: no shell has a word with one. */
export function quoted(word: string): string {
  const text = word.toWellFormed().replaceAll("'", `'\\''`);
  return `'${text.replace(HIDDEN, (run) => `'"$(printf '${octal(run)}')"'`)}'`;
}

/** Quotes a word only where it is necessary. */
export function commandLine(words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : quoted(word))).join(' ');
}
