import { existsSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { onDisk, sourceFiles, sourceOf } from './source-files.ts';

/** A file as a comment names it: from the root, from a folder above, or by its name alone. */
const FILE = /(?<![\w/.@*-])(?:[a-z][\w-]*\/)*[a-z][\w-]*\.(?:tsx?|mjs|css|grit)(?!\w)/g;
/** A folder from the root. */
const FOLDER =
  /(?<![\w/.@*-])(?:gateway|platform-sim|conformance|scenarios|reports|scripts)(?:\/[a-z][\w-]*)+(?![\w.*/-])/g;

function commentsOf(path: string): readonly string[] {
  return parseSync(path, sourceOf(path)).comments.map(({ value }) => value);
}

test('a path that a comment names exists', () => {
  const all = sourceFiles(/./);
  const named = new Set(all.flatMap((path) => path.split('/').map((_, i, parts) => parts.slice(i).join('/'))));
  const wrong = sourceFiles(/\.(ts|tsx|mjs)$/).flatMap((path) =>
    commentsOf(path).flatMap((comment) => [
      ...(comment.match(FILE) ?? []).filter((file) => !named.has(file)).map((file) => `${path}: ${file}`),
      ...(comment.match(FOLDER) ?? [])
        .filter((folder) => !existsSync(onDisk(folder)))
        .map((folder) => `${path}: ${folder}`),
    ]),
  );
  expect(wrong).toEqual([]);
});
