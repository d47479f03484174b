import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aloneAtSetUp } from './alone.mjs';
import { fromRoot } from './root.mjs';

/** The web pages. Vite builds each from the folder's `index.html` into `built/`, which git does not keep. */
export const PAGES = ['platform-sim/control/console', 'reports/viewer'];

/** What a page is made of: the folders of both pages (they share parts), and the program that builds them. */
const SOURCES = [...PAGES, 'scripts/tooling/pages'];
/** Single files of other folders that a page is made of. */
const SOURCE_FILES = ['reports/reading.ts', 'reports/causes.ts', 'reports/visible-text.ts'];

/**
 * Builds the pages where they are missing, and with `isExact` also where their sources have changed since. Unlike the
 * digest of the control types this one costs a few milliseconds, but `npm start` does not spend them either.
 * @param {string} node
 * @param {{ isExact: boolean }} options
 */
export function bringPages(node, { isExact }) {
  if (areBuilt(isExact)) return;
  aloneAtSetUp(() => {
    if (areBuilt(isExact)) return;
    const program = fromRoot('scripts/tooling/pages/build.ts');
    const { status, stderr, stdout } = spawnSync(node, [program], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the web pages were not built; ${program} said:\n${stderr}${stdout}`);
  });
}

/** The file beside a built page that names the sources it was built from. */
export const DIGEST_FILE = 'built/sources.txt';

/** @param {boolean} isExact */
function areBuilt(isExact) {
  const files = PAGES.map((folder) => fromRoot(`${folder}/${DIGEST_FILE}`));
  if (!files.every((file) => existsSync(file))) return false;
  if (!isExact) return true;
  const digest = pagesDigest();
  return files.every((file) => readFileSync(file, 'utf8').trim() === digest);
}

/** Of every source file of the pages. */
export function pagesDigest() {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    const root = fromRoot(folder);
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
    for (const path of paths.filter(
      (one) => /\.(tsx?|css|html|json)$/.test(one) && !/^built\/|\.test\.tsx?$/.test(one),
    )) {
      hash.update(path).update(readFileSync(join(root, path)));
    }
  }
  for (const file of SOURCE_FILES) hash.update(file).update(readFileSync(fromRoot(file)));
  return hash.digest('hex').slice(0, 16);
}
