/**
 * `npm run soak odd-environment`: runs every test in a clone with an unusual path, home, npm settings, colour, locale, time zone,
 * umask and proxy. A test that depends on one of them fails here before it fails on a user's machine.
 *
 *     node scripts/proof/soak/odd-environment.ts [TEST-FILE]...     these tests, all unless named
 *
 * The clone has the last commit. It takes as long as `npm ci` and `npm test`. Exits 1 if a test fails.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
// Vite itself fails if a path contains a '#'.
const folder = mkdtempSync(join(tmpdir(), 'a folder with spaces & ümlauts '));
const clone = join(folder, 'touch stone');
const home = join(folder, 'unused home');

process.umask(0o077);
mkdirSync(home);
// Tests that compare with the contract read it from next to the clone.
const shared = join(root, '../shared');
if (existsSync(shared)) symlinkSync(shared, join(folder, 'shared'));
// Keep the user's settings, because packages are installed with them. npm warns about the added setting at each start.
const settings = join(home, '.npmrc');
const ownSettings = process.env['NPM_CONFIG_USERCONFIG'] ?? join(homedir(), '.npmrc');
if (existsSync(ownSettings)) copyFileSync(ownSettings, settings);
// A test installs the package, so npm must bypass the dead proxy.
const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim();
const host = URL.canParse(registry) ? new URL(registry).hostname : '';
appendFileSync(settings, `\na-key-that-npm-warns-of = 1\nnoproxy = 127.0.0.1,localhost,${host}\n`);

const { NO_COLOR: _, NPM_CONFIG_USERCONFIG: __, ...environment } = process.env;
const odd = {
  ...Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('npm_'))),
  HOME: home,
  FORCE_COLOR: '1',
  // Turkish upper case and Arabic digits are the most likely errors of locale-dependent text.
  LANG: 'tr_TR.UTF-8',
  LC_ALL: 'ar_EG.UTF-8',
  TZ: 'Pacific/Chatham',
};
// Run the setup before the dead proxy is set: it downloads packages.
const deadProxy = 'http://127.0.0.1:9';
const proxied = { HTTP_PROXY: deadProxy, http_proxy: deadProxy, HTTPS_PROXY: deadProxy, ALL_PROXY: deadProxy };

try {
  run('git', ['clone', '--quiet', root, clone], folder, odd);
  run('npm', ['run', '-s', 'setup'], clone, odd);
  run('npm', ['test', '--', ...process.argv.slice(2)], clone, { ...odd, ...proxied });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): void {
  if (process.exitCode) return;
  console.log(`${program} ${args.join(' ')}    in ${cwd}`);
  const { status } = spawnSync(program, args, { cwd, env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
