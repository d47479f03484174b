import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { aloneAtSetUp } from './alone.mjs';
import { fromRoot } from './root.mjs';

/** Installs what package-lock.json names, and only where it is not what node_modules holds already. */
export function bringPackages() {
  if (packagesAreThere()) return;
  aloneAtSetUp(() => {
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
  });
}

/**
 * npm keeps what it installed in a lock file of its own; the two are compared package by package. Optional packages
 * may be missing: they are of other systems (Node 24 itself is looked for by `findNode24`).
 */
export function packagesAreThere() {
  const installed = packagesOf('node_modules/.package-lock.json');
  if (installed === undefined) return false;
  for (const [path, wanted] of Object.entries(packagesOf('package-lock.json') ?? {})) {
    if (path === '') continue;
    const found = installed[path];
    if (
      found === undefined ? !wanted.optional : found.version !== wanted.version || found.integrity !== wanted.integrity
    )
      return false;
  }
  return true;
}

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
