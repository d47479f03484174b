import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aloneAtSetUp } from './alone.mjs';
import { fromRoot } from './root.mjs';

/** Of what the suite knows of the control plane. They are generated and git does not keep them. */
const FOLDER = 'conformance/member/control';
const FILES = ['wire.gen.ts', 'operations.gen.ts', 'operation-inputs.gen.ts'];

/** What the document of the control plane is made of, and what makes types of it. */
const SOURCES = ['gateway', 'platform-sim', 'scripts/tooling/control-types', 'scripts/client-generator'];

/**
 * Generates the types of the control plane's operations where they are missing, and with `isExact` also where their sources
 * have changed since: to find that out takes a tenth of a second, which `npm start` does not spend.
 * @param {string} node
 * @param {{ isExact: boolean }} options
 */
export function bringControlTypes(node, { isExact }) {
  if (areThere(isExact)) return;
  aloneAtSetUp(() => {
    if (areThere(isExact)) return;
    const program = fromRoot('scripts/tooling/control-types/generate.ts');
    const { status, stderr } = spawnSync(node, [program], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the types of the control plane were not generated; ${program} said:\n${stderr}`);
  });
}

/** @param {boolean} isExact */
function areThere(isExact) {
  const files = FILES.map((file) => fromRoot(`${FOLDER}/${file}`));
  if (!files.every((file) => existsSync(file))) return false;
  if (!isExact) return true;
  const digest = sourcesDigest();
  return files.every((file) => readFileSync(file, 'utf8').includes(digest));
}

/**
 * Of every file that the generated ones could depend on, but tests.
 * @param {string} [root] of the repository
 */
export function sourcesDigest(root = fromRoot('')) {
  const hash = createHash('sha256');
  for (const folder of SOURCES) {
    const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort();
    for (const path of paths.filter((one) => /\.(ts|mjs|json)$/.test(one) && !/\.test\.ts$|node_modules/.test(one))) {
      hash.update(path).update(readFileSync(join(root, folder, path)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}
