import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's own Chromium for the tests of pages. Where it cannot be had, those tests say so and are skipped. */
export function bringChromium() {
  if (existsSync('/usr/bin/chromium')) return;
  if (process.getuid?.() !== 0)
    return skipped('it is not installed, and only root may install it: apt-get install chromium');
  if (!existsSync('/usr/bin/apt-get')) return skipped('it is not installed, and there is no apt-get to install it by');
  process.stderr.write('touchstone: setting up: apt-get install chromium (once, for the tests of pages) ...\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=30', '-qq'];
  for (const args of [
    [...patience, 'update'],
    [...patience, '-y', '--no-install-recommends', 'install', 'chromium'],
  ]) {
    const run = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (run.status === 0) continue;
    const said = (run.stderr || String(run.error ?? '')).trim().split('\n').at(-1);
    return skipped(`apt-get ${args.at(-1)} failed: ${said}`);
  }
}

/** @param {string} why */
function skipped(why) {
  process.env['TOUCHSTONE_NO_CHROMIUM'] = why;
  process.stderr.write(`touchstone: tests of pages will be skipped, for they need /usr/bin/chromium: ${why}\n`);
}
