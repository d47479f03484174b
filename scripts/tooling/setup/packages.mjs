import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { aloneAtSetUp } from './alone.mjs';
import { fromRoot } from './root.mjs';

/** @typedef {Readonly<Record<string, { version?: string, integrity?: string, optional?: boolean }>>} Packages */

const ownBin = fromRoot('node_modules/.bin/touchstone');

/** Installs what package-lock.json names, and only where it is not what node_modules holds already. */
export function bringPackages() {
  if (packagesAreThere() && existsSync(ownBin)) return;
  aloneAtSetUp(() => {
    installPackages();
    // npx finds it there; otherwise it installs this folder for each command, and warns of the machine's own Node.
    if (!existsSync(ownBin)) symlinkSync('../../scripts/bin.mjs', ownBin);
  });
}

function installPackages() {
  if (packagesAreThere()) return;
  process.stderr.write('touchstone: setting up: npm ci (once, and again whenever the lock file changes) ...\n');
  // No package here needs its install script (tried), so none runs.
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env['npm_execpath'];
  const run = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: fromRoot('.'), encoding: 'utf8', env: cleanEnvironment() })
    : spawnSync('npm', args, { cwd: fromRoot('.'), encoding: 'utf8', env: cleanEnvironment() });
  if (run.status !== 0) {
    const said = (run.stderr || run.stdout || String(run.error ?? 'no word')).trim();
    throw new Error(`npm ci failed in ${fromRoot('.')} (exit ${run.status}); it said:\n${said}`);
  }
  if (!packagesAreThere()) throw new Error('npm ci ended well, yet node_modules is not what package-lock.json names');
}

function packagesAreThere() {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  return wanted !== undefined && installed !== undefined && holds(installed, wanted);
}

/**
 * Whether what npm installed, by the lock file of its own that it keeps, is what the lock file names, package by package.
 * Optional ones may be missing: they are of other systems (Node 24 itself is looked for by `findNode24`).
 * @param {Packages} installed
 * @param {Packages} wanted
 */
export function holds(installed, wanted) {
  return Object.entries(wanted).every(([path, { version, integrity, optional = false }]) => {
    const found = installed[path];
    return path === '' || (found === undefined ? optional : found.version === version && found.integrity === integrity);
  });
}

/**
 * @param {string} lockFile
 * @returns {Packages | undefined}
 */
function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(fromRoot(lockFile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** npm hands its own settings to what it runs; a nested npm takes them for typed ones (`npm test --ignore-scripts`). */
function cleanEnvironment() {
  const { npm_config_prefix: _, npm_config_local_prefix: __, ...rest } = process.env;
  return rest;
}
