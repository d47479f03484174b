/** A start loads only what it needs: each of these costs a tenth of it or more, and is loaded at its first use. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const SANDBOX = new URL('../../platform-sim/sandbox.ts', import.meta.url).href;
const LATER = [
  'koa',
  '@koa',
  'koa-body',
  'zod',
  'zod-openapi',
  'jose',
  'ws',
  'ajv',
  'undici',
  'yaml',
  'fast-check',
  '@faker-js',
];

/** Starts a sandbox in a new process, and prints the packages that it loaded, and whether Node's fetch. */
const PROGRAM = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name !== undefined) loaded.add(name);
      return next(url, context);
    },
  });
  const { startSandbox } = await import('${SANDBOX}');
  const sandbox = await startSandbox({ clock: 'real' });
  const builtIn = process.moduleLoadList.filter((module) => module.endsWith('internal/deps/undici/undici'));
  console.log(JSON.stringify({ packages: [...loaded], builtIn }));
  await sandbox.close();
`;

test('a start loads no package that only some requests need, nor the fetch of Node', () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd,
    encoding: 'utf8',
  });
  const { packages, builtIn } = JSON.parse(stdout || stderr) as Record<string, string[]>;
  expect(packages).toContain('immutable');
  expect(packages?.filter((name) => LATER.some((later) => name === later || name.startsWith(`${later}/`)))).toEqual([]);
  expect(builtIn).toEqual([]);
});

test('from the second start on, the command line of a clone does not load what strips types', () => {
  // Node keeps what it compiles in the folder for temporary files.
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const list = "data:text/javascript,process.on('exit', () => console.error(process.moduleLoadList.join(' ')))";
  const program = fileURLToPath(new URL('../touchstone.mjs', import.meta.url));
  const started = () => {
    const env = { ...process.env, NODE_COMPILE_CACHE: undefined, TMPDIR: folder };
    return spawnSync(process.execPath, ['--import', list, program, '--version'], { env, encoding: 'utf8' }).stderr;
  };
  expect(started()).toContain('internal/deps/amaro');
  expect(started()).not.toContain('internal/deps/amaro');
});
