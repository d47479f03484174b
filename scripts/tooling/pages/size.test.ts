/** The pages load at once, also over a slow line: how much of them is sent is bounded. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PAGES } from '../setup/pages.mjs';
import { fromRoot } from '../setup/root.mjs';

const KB = 1_000;
const MOST_OF_ONE = 90 * KB;
const MOST_OF_ALL = 150 * KB;

test('the script and style of a page are under 90 KB gzipped, of both under 150 KB', () => {
  const sizes = PAGES.map((folder) =>
    ['page.js', 'page.css']
      .map((name) => gzipSync(readFileSync(fromRoot(`${folder}/built/${name}`))).length)
      .reduce((a, b) => a + b),
  );
  expect(sizes).toHaveLength(2);
  expect(Math.max(...sizes)).toBeLessThan(MOST_OF_ONE);
  expect(sizes.reduce((a, b) => a + b)).toBeLessThan(MOST_OF_ALL);
});
