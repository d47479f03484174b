/** The units are valid, type what the command line knows, and restart after the statuses that ask for it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../cli/testing/test-folder.ts';
import { parsedCommand } from './testing/parsed-command.ts';

const ANALYZE = '/usr/bin/systemd-analyze';
const EVERY = 'touchstone-.service.d/every-unit.conf';
const source = fileURLToPath(new URL('.', import.meta.url));
const units = readdirSync(source).filter((name) => name.endsWith('.service'));
const textOf = (name: string) => readFileSync(join(source, name), 'utf8');

if (!existsSync(ANALYZE))
  console.warn(`the units are not verified: ${ANALYZE} is not here; apt-get install systemd brings it`);
describe.skipIf(!existsSync(ANALYZE))('systemd-analyze verify', () => {
  const folder = testFolder();
  const EDITS = [
    ['takes them', '', '', ''],
    ['would refuse a key that there is not', EVERY, 'RestrictRealtime=', 'RestrictRealtimes='],
    ['would refuse a program without a path', 'touchstone-member@.service', '=/usr/bin/env', '=env/'],
  ] as const;
  test.each(EDITS)('%s', (name, file, from, to) => {
    cpSync(source, folder, { recursive: true });
    if (file !== '') writeFileSync(join(folder, file), textOf(file).replace(from, to));
    const paths = units.map((unit) => join(folder, unit));
    const { stdout, stderr } = spawnSync(ANALYZE, ['verify', '--man=no', ...paths], { encoding: 'utf8' });
    if (name === 'takes them') expect(stdout + stderr).toBe('');
    else expect(stdout + stderr).toContain(file.split('/')[0]);
  });
});

test('their commands are those of the command line', async () => {
  const VALUES = {
    '%i': '4021',
    '%S': '/var/lib',
    '%p': 'touchstone',
    '${NATS}': 'nats://127.0.0.1:4222',
    ' $OPTIONS': '',
  };
  for (const unit of units) {
    const [, line = ''] = /^ExecStart=\/usr\/bin\/env touchstone (.*)$/m.exec(textOf(unit)) ?? [];
    const typed = Object.entries(VALUES).reduce((so, [name, value]) => so.replaceAll(name, value), line);
    expect(await parsedCommand(typed.split(' '))).not.toEqual({});
  }
});

/** What systemd does by these settings after a status. */
function isRestarted(status: number): boolean {
  const setting = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(textOf(EVERY))?.[1] ?? '';
  if (setting('Restart') !== 'on-failure') throw new Error('only on-failure is known here');
  return status !== 0 && !setting('RestartPreventExitStatus').split(' ').includes(`${status}`);
}

describe('the statuses', () => {
  const folder = testFolder();
  const TOUCHSTONE = fileURLToPath(new URL('../touchstone.mjs', import.meta.url));
  const start = (line: string, ...before: readonly string[]) => {
    const [program = '', ...args] = [...before, process.execPath, TOUCHSTONE, ...line.split(' ')];
    return spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  /** A disk without room for a log. */
  const MOUNT = 'mount -t tmpfs -o size=8k,nr_inodes=2 tmpfs . && cd . && exec "$@"';
  const SMALL = ['unshare', '--mount', 'sh', '-c', MOUNT, 'sh'];
  const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
  if (!canMount) console.warn('a full disk is not tested: no mount namespace can be had');

  // A lease that is lost ends with 4, too: scripts/proof/trouble/standby.test.ts.
  // biome-ignore format: an aligned table
  test.each([
    ['a SIGTERM',              'sandbox --port 0 --control-port 0 --json',     [],    0, false],
    ['a wrong option',         'sandbox --prot 0',                             [],    2, false],
    ['a port that it may not have', 'sandbox --port 0 --control-port 0 --host 192.0.2.1', [], 2, false],
    ['no NATS server, yet',    'member --platform nats://127.0.0.1:1',         [],    4, true],
    ['no room for its log',    `sandbox --port 0 --control-port 0 --data ${folder}/data`, SMALL, 4, true],
  ] as const)('after %s', async (_, line, before, expected, again) => {
    if (before === SMALL && !canMount) return;
    const child = start(line, ...before);
    child.stdout.once('data', () => child.kill('SIGTERM'));
    const [status] = (await once(child, 'exit')) as [number];
    expect([status, isRestarted(status)]).toEqual([expected, again]);
  });

  test('after a crash and a kill it starts again', () => expect([1, 137].map(isRestarted)).toEqual([true, true]));
});
