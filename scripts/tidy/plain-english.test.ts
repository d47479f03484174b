import { expect, test } from 'vitest';
import { sourceFiles, sourceOf } from './source-files.ts';

/** Words that style.md's table replaces: each is hard to read aloud, or means two things. */
const BANNED =
  /(?<![\w-])(told|hears|heard|nobody|whoever|anew|under way|goes on|puts? away|spoilt|lax|of its own(?! [a-z])|has not|no more(?! than))(?![\w-])/i;

/** Names that say nothing to a caller, as words of an identifier. */
const BANNED_NAMES = /\b\w*(Told|Heard|Nobody|Spoilt|Lax(?!imum))\w*\b|\bTOLD\b|\b(Wire|Life)\b/;

/** The list itself, and the statements of the interface, which are transcribed word for word. */
const VERBATIM: readonly string[] = ['scripts/tidy/plain-english.test.ts', 'conformance/contract/requirements.ts'];

/** A key of recorded histories, and a value of the control plane's `catchUp`: users rely on both. */
const PUBLISHED = /\btold: runFacts|head\.told\b|\btold: RunFacts|"told":\{|\bwhen told\b/;

/** The stories of defects, from which their published names derive: these strings may use any word. */
const withoutStories = (path: string, line: string) =>
  path.startsWith('gateway/defects/') ? line.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, '') : line;

const written = sourceFiles(/\.(ts|tsx|mjs|css|html|md|yaml)$/).filter(
  (path) => !VERBATIM.includes(path) && !path.endsWith('.gen.ts') && !path.startsWith('scripts/tidy/fixtures/'),
);

const found = (pattern: RegExp) =>
  written.flatMap((path) =>
    sourceOf(path)
      .split('\n')
      .map((line) => withoutStories(path, line))
      .flatMap((line, at) =>
        pattern.test(line) && !PUBLISHED.test(line) ? [`${path}:${at + 1}: ${pattern.exec(line)?.[0]}`] : [],
      ),
  );

test('no comment, string or title uses a word that style.md replaces', () => {
  expect(found(BANNED)).toEqual([]);
});

test('no name uses a word that says nothing to its caller', () => {
  expect(found(BANNED_NAMES)).toEqual([]);
});
