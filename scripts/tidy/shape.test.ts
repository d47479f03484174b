import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FOLDERS } from './directions.ts';
import { importsOf, resolved } from './imports.ts';
import { sourceFiles, sourceOf } from './source-files.ts';

/** Tables alone, no idea in them but the rows. */
const PURE_TABLES: readonly string[] = ['conformance/contract/requirements.ts', 'conformance/contract/tolerances.ts'];

const TOP_LEVEL: readonly string[] = ['LICENSE', 'README.md', 'package-lock.json', 'package.json', 'tsconfig.json'];

const lines = (path: string) => sourceOf(path).trimEnd().split('\n').length;

describe('sizes', () => {
  const code = sourceFiles(/\.(ts|mjs)$/).filter((path) => !PURE_TABLES.includes(path) && !path.endsWith('.gen.ts'));

  test('no file is longer than 400 lines, but pure tables', () => {
    expect(code.filter((path) => lines(path) > 400).map((path) => `${path}: ${lines(path)}`)).toEqual([]);
  });

  // Checks that belong together share a file of 100 to 350 lines: the bounds below are for all other files.
  test('few files but checks are longer than 200 lines, and half are shorter than 80', () => {
    const sizes = code.filter((path) => !/\.(test|check)\.ts$/.test(path)).map(lines);
    const sorted = sizes.toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(80);
    expect(sizes.filter((size) => size > 200).length / sizes.length).toBeLessThan(0.07);
  });
});

describe('proof', () => {
  /** Tests, what serves tests alone, and what proves or measures, among it known-bad members and variations. */
  const PROOF = /\.test\.ts$|\/testing\/|^gateway\/(defects|variations)\/|^scripts\/(proof|tidy|bench|load)\//;

  test('it is less than four fifths of what ships', () => {
    const sizes = Map.groupBy(sourceFiles(/\.(ts|mjs)$/), (path) => PROOF.test(path));
    const [proof = 0, product = 0] = [true, false].map((is) =>
      (sizes.get(is) ?? []).reduce((sum, path) => sum + lines(path), 0),
    );
    expect(product).toBeGreaterThan(0);
    expect(proof / product).toBeLessThan(0.8);
  });
});

describe('testing folders', () => {
  const OF_TESTS = /\.test\.ts$|\/testing\/|^scripts\/(proof|tidy|bench|load)\//;
  const product = sourceFiles(/\.(ts|tsx|mjs)$/).filter((path) => !OF_TESTS.test(path));

  test('only what proves imports them', () => {
    const wrong = product.flatMap((path) =>
      importsOf(path, sourceOf(path)).flatMap(({ specifier }) =>
        resolved(path, specifier).includes('/testing/') ? [`${path} imports ${specifier}`] : [],
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('what serves tests alone stands in one', () => {
    const head = (path: string) => /^\/\*\*[^/]*\*\//.exec(sourceOf(path))?.[0] ?? '';
    const serving = product.filter((path) => /\bfor tests\b/i.test(head(path)));
    expect(serving).toEqual([]);
  });
});

/** A hundred rows are no better than the ten that differ: what counts is held by names, not by numbers. */
test('no test of the proof asserts how much there is of it', () => {
  const QUANTITY = /\.(length|size)\)\.toBeGreaterThan(OrEqual)?\([0-9_]{2,}\)/;
  // Requests that were not sent: a behaviour of the suite.
  const known = ['scripts/proof/trouble/lost-target.test.ts'];
  const counting = sourceFiles(/^scripts\/(proof|tidy)\/.*\.test\.ts$/).filter((path) => QUANTITY.test(sourceOf(path)));
  expect(counting).toEqual(known);
});

describe('names', () => {
  /** As engines and systemd read them: a drop-in of all units that begin so, and a template of units. */
  const GIVEN = ['Containerfile', 'touchstone-.service.d', 'touchstone-member@.service'];

  test('files and folders are kebab-case', () => {
    const parts = sourceFiles(/^(gateway|platform-sim|conformance|scenarios|reports|scripts)\//)
      .filter(
        (path) =>
          path !== 'scripts/CHANGELOG.md' && !/^([a-z-]+\/)+(README\.md|[a-z_]+\.py|[A-Z][A-Za-z]+\.java)$/.test(path),
      )
      .flatMap((path) => path.split('/').map((part) => ({ path, part })));
    const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;
    expect(parts.filter(({ part }) => !KEBAB.test(part) && !GIVEN.includes(part))).toEqual([]);
  });

  test('a file is named for its idea', () => {
    const vague = /(^|[/-])(utils?|helpers?|common|misc|stuff)([/.-]|$)|(^|\/)(shared|lib|base)([/.]|$)/;
    expect(sourceFiles(/\.(ts|mjs)$/).filter((path) => vague.test(path))).toEqual([]);
  });

  test("nothing stands at the top level but the design's folders, dotfiles, the lock file and the licence", () => {
    const top = new Set(sourceFiles(/./).map((path) => path.split('/')[0] ?? ''));
    const known: readonly string[] = [...FOLDERS, ...TOP_LEVEL];
    expect([...top].filter((name) => !name.startsWith('.') && !known.includes(name))).toEqual([]);
  });

  test('a test stands beside the files or the folder that it tests, or in scripts/', () => {
    const all = sourceFiles(/\.ts$/);
    const lonely = sourceFiles(/^(?!scripts\/).*\.test\.ts$/).filter((path) => {
      const beside = sourceFiles(new RegExp(`^${RegExp.escape(posix.dirname(path))}/[^/]+\\.ts$`));
      const ofFolder = all.some((file) => file.startsWith(`${path.slice(0, -'.test.ts'.length)}/`));
      return !ofFolder && beside.every((file) => file.endsWith('.test.ts'));
    });
    expect(lonely).toEqual([]);
  });
});

describe('words that must not stand in a file', () => {
  const root = (name: string) => new RegExp(`(^|[^\\w.-])/${name}/`, 'm');
  test.each([
    ["a package registry's host", new RegExp(['registry', '(npmjs|yarnpkg|npmmirror)'].join('\\.'))],
    ['where a package was downloaded', /"resolved": "https?:/],
    ["this machine's folders", root(`(${['work', 'root', 'home', 'Users'].join('|')})`)],
    ['a focused test', new RegExp(`\\b(test|it|describe)\\.${'only'}\\(`)],
  ])('%s', (_, word) => {
    const texts = sourceFiles(/\.(ts|mjs|json|ya?ml|md|grit)$|^\.ci\/|^\.[a-z]/);
    expect(texts.filter((path) => word.test(sourceOf(path)))).toEqual([]);
  });

  test('a to-do is an issue, not a comment', () => {
    const mark = new RegExp(
      `\\b(${['TO', 'FIX', 'X'].map((start, at) => start + ['DO', 'ME', 'XX'][at]).join('|')})\\b`,
    );
    expect(sourceFiles(/\.(ts|mjs)$/).filter((path) => mark.test(sourceOf(path)))).toEqual([]);
  });
});
