import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine } from '../../conformance/runner/run/command-line.ts';
import { COMMAND_NAMES } from './command-names.ts';

/**
 * How a user of this copy types `touchstone` in a folder. In a clone `npx` prints npm's own warnings before each command
 * where the machine's Node is older than the package asks for; `npm run -s` prints none, and runs at the root alone.
 */
export function ownCommand(cwd: string, url: string = import.meta.url): string {
  // A published package has no TypeScript sources.
  if (!url.endsWith('.ts')) return 'npx touchstone';
  const root = fileURLToPath(new URL('../..', url));
  const isAtRoot = resolve(cwd) === resolve(root);
  return isAtRoot ? 'npm run -s touchstone --' : commandLine(['node', join(root, 'scripts/bin.mjs')]);
}

/** A text for a person at a terminal: each command of `touchstone` in it can be copied as it is. */
export function asTyped(text: string, cwd: string): string {
  return text.replaceAll(/(?<![\w/])touchstone (--help|[a-z]{1,20})\b/g, (found, word: string) =>
    ['--help', ...COMMAND_NAMES].includes(word) ? `${ownCommand(cwd)} ${word}` : found,
  );
}
