import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every file that is part of the repository: tracked, or new and not ignored. Paths from the root, with `/`. */
const all: readonly string[] = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '' && existsSync(root + path))
  .sort();

/** The files whose path matches. @throws where none does: a claim about no files proves nothing. */
export function sourceFiles(pattern: RegExp): readonly string[] {
  const matching = all.filter((path) => pattern.test(path));
  if (matching.length === 0) throw new Error(`no file of the repository matches ${pattern}`);
  return matching;
}

export function isSourceFile(path: string): boolean {
  return all.includes(path);
}

export function sourceOf(path: string): string {
  return readFileSync(root + path, 'utf8');
}

/** The path on this machine. */
export function onDisk(path: string): string {
  return root + path;
}
