import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { sourcesDigest } from './control-types.mjs';
import { holds } from './packages.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
const folder = mkdtempSync(join(tmpdir(), 'touchstone-set-up-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('whether the packages are there', () => {
  const koa = { version: '3.3.0', integrity: 'sha512-a' };
  const wanted = {
    '': { version: '0.1.0' },
    'node_modules/koa': koa,
    'node_modules/other-system': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  };

  // biome-ignore format: an aligned table
  test.each([
    ['as the lock file names them',        { 'node_modules/koa': koa },                                                    true],
    ['with more beside',                   { 'node_modules/koa': koa, 'node_modules/more': koa },                          true],
    ['one missing',                        {},                                                                             false],
    ['one of another version',             { 'node_modules/koa': { ...koa, version: '3.2.0' } },                           false],
    ['one of other contents',              { 'node_modules/koa': { ...koa, integrity: 'sha512-c' } },                      false],
    ['an optional one of another version', { 'node_modules/koa': koa, 'node_modules/other-system': { version: '2.0.0' } }, false],
  ])('%s', (_, installed, there) => {
    expect(holds(installed, wanted)).toBe(there);
  });
});

describe('the types of the control plane are generated again', () => {
  const copy = join(folder, 'sources');
  const write = (path: string, text: string): string => {
    mkdirSync(join(copy, path, '..'), { recursive: true });
    writeFileSync(join(copy, path), text);
    return sourcesDigest(copy);
  };
  for (const part of ['gateway', 'platform-sim/control', 'scripts/tooling/control-types', 'scripts/client-generator'])
    mkdirSync(join(copy, part), { recursive: true });

  test('where a route changes, but not where a test does', () => {
    const before = write('platform-sim/control/routes.ts', 'export const ROUTES = [];');
    expect(write('platform-sim/control/routes.test.ts', 'test')).toBe(before);
    expect(write('platform-sim/control/routes.ts', 'export const ROUTES = [1];')).not.toBe(before);
    expect(write('platform-sim/control/routes.ts', 'export const ROUTES = [];')).toBe(before);
  });
});

describe('the sandbox as a newcomer starts it', () => {
  const options = ['--port', '0', '--control-port', '0', '--json', '--profile-out', join(folder, 'profile.json')];
  const ways: readonly (readonly [string, readonly string[], ...NodeJS.Signals[]])[] = [
    ['npm start', ['npm', 'start', '--', ...options], 'SIGTERM', 'SIGINT'],
    // Its script differs from that of npm start in one word.
    ['npm run touchstone', ['npm', 'run', '-s', 'touchstone', '--', 'sandbox', ...options], 'SIGINT'],
    ["the machine's own Node", ['/usr/bin/node', 'scripts/setup.mjs', 'sandbox', ...options], 'SIGTERM', 'SIGINT'],
  ];

  for (const [way, [program = '', ...args], ...signals] of ways) {
    for (const signal of signals) {
      test.skipIf(program.startsWith('/') && !existsSync(program))(
        `${way}: ${signal} ends it with status 0, and nothing stays`,
        async () => {
          const started = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
          const ended = once(started, 'exit');
          const { baseUrl } = await readyLine(started.stdout);
          started.kill(signal);
          expect(await ended).toEqual([0, null]);
          expect(await refuses(baseUrl)).toBe('ECONNREFUSED');
        },
      );
    }
  }
});

describe('a command in a clone', () => {
  const ways: readonly (readonly [string, readonly string[]])[] = [
    ['npm run touchstone', ['npm', 'run', '-s', 'touchstone', '--']],
    ['npx touchstone', ['npx', 'touchstone']],
    ["the package's bin on the machine's own Node", ['/usr/bin/node', 'scripts/bin.mjs']],
  ];

  test.each(ways)('by %s', { timeout: 300_000 }, (_, [program = '', ...args]) => {
    if (program.startsWith('/') && !existsSync(program)) return;
    const run = (...command: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(program, [...args, ...command], { cwd: root, encoding: 'utf8' });
      return { status, stdout, stderr: program === 'npx' ? withoutWarningsOfNpm(stderr) : stderr };
    };
    expect(run('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
    expect(run('check', '--seed', 'x')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^touchstone: .*--seed.*\n$/),
    });
  });
});

/** npx warns of the user's settings and of the machine's Node before each command; `npm run -s` does not. */
function withoutWarningsOfNpm(stderr: string): string {
  return stderr.replace(/^npm warn .*\n/gim, '');
}

/** npm's own header comes first. */
async function readyLine(stdout: NodeJS.ReadableStream): Promise<{ readonly baseUrl: string }> {
  for await (const line of createInterface(stdout))
    if (line.startsWith('{')) return JSON.parse(line) as { baseUrl: string };
  throw new Error('it ended without a ready line');
}

async function refuses(baseUrl: string): Promise<string | undefined> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  return error.code;
}
