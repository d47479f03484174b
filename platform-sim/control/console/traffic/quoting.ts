/**
 * Quotes untrusted text for commands and code that a person copies and runs. Control characters that a terminal executes
 * when they are pasted, or that hide the following text, are escaped.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function escapeOf(character: string): string {
  return Array.from({ length: character.length }, (_, i) => {
    return `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** JSON, which JavaScript, TypeScript and YAML read as the same value. */
export function inJson(value: unknown): string {
  return JSON.stringify(value).replace(HIDDEN, escapeOf);
}

/** As the suite's own (conformance/runner/run/command-line.ts), which the console may not import: one test holds both. */
export function inShell(text: string): string {
  const octal = (run: string) =>
    Array.from(new TextEncoder().encode(run), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  return `'${text
    .toWellFormed()
    .replaceAll("'", `'\\''`)
    .replace(/(?:(?!\n)[\p{Cc}\p{Cf}\u2028\u2029])+/gu, (run) => `'"$(printf '${octal(run)}')"'`)}'`;
}
