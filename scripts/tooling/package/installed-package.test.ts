/** The published package in an empty folder, as a consumer has it: packed, installed, run by its bin and imported by its name. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { withoutNamespaces } from '../../proof/container/in-root.ts';
import { EXPECTED, serveOneOrder } from '../../proof/container/served-order.ts';
import { makeImage } from '../../proof/container/stand-in.ts';
import { judgesOf, packInto } from './packed.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-installed-'));
const bin = join(folder, 'node_modules/.bin/touchstone');
const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
const typeRoots = fileURLToPath(new URL('../../../node_modules/@types', import.meta.url));
const NODE_TYPES = ['--types', 'node', '--typeRoots', typeRoots];

let tarball = '';

beforeAll(() => {
  tarball = packInto(folder);
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const quiet = '--prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error'.split(' ');
  const install = ['install', '--prefix', folder, ...quiet];
  execFileSync('npm', [...install, tarball], { cwd: folder, stdio: 'pipe' });
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs Node in the folder. */
function node(...args: readonly string[]) {
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

const touchstone = (line: string) => node(bin, ...line.split(' '));

test('publint and attw find nothing in it', { timeout: 300_000 }, () => {
  for (const [tool, ...args] of judgesOf(tarball)) {
    const bins = fileURLToPath(new URL('../../../node_modules/.bin/', import.meta.url));
    const { status, stdout, stderr } = spawnSync(join(bins, tool), args, { encoding: 'utf8' });
    expect([tool, status], `${stdout}${stderr}`).toEqual([tool, 0]);
  }
});

test.each([
  ['--version', /^0\.1\.0\n$/],
  ['list', /SVC-01/],
  ['ci --help', /^ {2}npx touchstone ci check$/m],
  ['check --requirement SVC-01 --requirement SVC-03', /^Conforming/m],
  ['replay 202-then-poll --quiet', /^ {2}PASS {2}202-then-poll: .*\n$/],
  [
    'scenarios 202-then-poll',
    /^# yaml-language-server: \$schema=node_modules\/touchstone\/dist\/scenarios\/scenario\.schema\.json\n/,
  ],
])('touchstone %s finds its files', { timeout: 300_000 }, (line, words) => {
  const { status, stdout, stderr } = touchstone(line);
  expect([status, stderr.replace(/^Plan: .*\n( {4}.*\n)*/m, '')]).toEqual([0, '']);
  expect(stdout).toMatch(words);
});

test('the schema of transcripts is in it', () => {
  expect(existsSync(join(folder, 'node_modules/touchstone/dist/scenarios/transcript.schema.json'))).toBe(true);
});

test("scenarios are tests of Node's own runner", { timeout: 300_000 }, () => {
  writeFileSync(
    join(folder, 'scenarios.test.mjs'),
    "import { scenario } from 'touchstone/node-test';\nawait scenario(['202-then-poll', 'answer-lost']);\n",
  );
  const ran = node('--test', 'scenarios.test.mjs');
  expect(ran.stdout).toContain('pass 2\n');
  expect(ran.status).toBe(0);
});

/** Writes how many modules of the package were loaded when the first line was printed. */
const COUNTING = `
  import { writeFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  let modules = 0;
  registerHooks({
    load(url, context, next) {
      if (url.includes('/node_modules/touchstone/')) modules += 1;
      return next(url, context);
    },
  });
  const write = process.stdout.write;
  process.stdout.write = function (...args) {
    writeFileSync('modules.txt', String(modules));
    process.stdout.write = write;
    return write.apply(this, args);
  };
`;

test('touchstone sandbox serves the contract and its page, and ends by SIGTERM with status 0', async () => {
  const counting = ['--import', `data:text/javascript,${encodeURIComponent(COUNTING)}`];
  const args = ['sandbox', '--port', '0', '--control-port', '0', '--json'];
  const sandbox = spawn(process.execPath, [...counting, bin, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(sandbox.stdout), 'line')) as [string];
  // Bundled: each module takes a start a third of a millisecond, and there are 300.
  expect(Number(readFileSync(join(folder, 'modules.txt'), 'utf8'))).toBeLessThan(80);
  const { baseUrl } = JSON.parse(line) as { baseUrl: string };
  for (const path of ['/openapi.json', '/docs', '/docs/swagger-ui-bundle.js']) {
    const answer = await fetch(baseUrl + path);
    expect([path, answer.status]).toEqual([path, 200]);
    await answer.arrayBuffer();
  }
  sandbox.kill('SIGTERM');
  expect(await once(sandbox, 'exit')).toEqual([0, null]);
});

test('the main export starts a sandbox, and its types need @types/node alone', { timeout: 300_000 }, () => {
  writeFileSync(
    join(folder, 'consumer.ts'),
    `import { startSandbox } from 'touchstone';
await using sandbox = await startSandbox({ port: 0, controlPort: 0 });
const url: string = sandbox.baseUrl;
console.log((await fetch(url + '/openapi.json')).status);
`,
  );
  const options = '--singleThreaded --noEmit --strict --module nodenext --target esnext --lib esnext,dom'.split(' ');
  const typed = node(compiler, ...options, ...NODE_TYPES, 'consumer.ts');
  expect(typed.stdout).toBe('');
  const ran = node('consumer.ts');
  expect(ran.stdout).toBe('200\n');
});

test('an install brings no telemetry, and the page with the licence of what it is made of', () => {
  expect(existsSync(join(folder, 'node_modules/touchstone/package.json'))).toBe(true);
  for (const name of ['@scarf', 'swagger-ui-dist']) {
    expect([name, existsSync(join(folder, 'node_modules', name))]).toEqual([name, false]);
  }
  const docs = join(folder, 'node_modules/touchstone/dist/gateway/routes/docs');
  expect(readFileSync(join(docs, 'swagger-ui.LICENSE'), 'utf8')).toContain('Apache License');
  expect(existsSync(join(docs, 'swagger-ui.NOTICE'))).toBe(true);
});

test('only who imports touchstone/msw needs msw, and touchstone/vitest vitest', () => {
  expect(existsSync(join(folder, 'node_modules/msw'))).toBe(false);
  const names = ['touchstone', 'touchstone/msw', 'touchstone/vitest'];
  const each = `for (const name of ${JSON.stringify(names)})
    console.log(await import(name).then(() => '', ({ message }) => message));`;
  expect(node('--input-type=module', '--eval', each).stdout.split('\n')).toEqual([
    '',
    expect.stringContaining("Cannot find package 'msw'"),
    expect.stringContaining("Cannot find package 'vitest'"),
    '',
  ]);
});

// `npm run soak container` makes the stage before it, too.
test('the last stage of the Containerfile serves it as a user, with a read-only root, and ends by its signal', async () => {
  const unable = withoutNamespaces();
  if (unable !== undefined) return console.warn(`the container is not tested: ${unable}`);
  const stages = mkdtempSync(join(tmpdir(), 'touchstone-stages-'));
  onTestFinished(() => rmSync(stages, { recursive: true }));
  const built = join(stages, 'build/build');
  mkdirSync(join(built, 'data'), { recursive: true });
  execFileSync('cp', ['-al', join(folder, 'node_modules/touchstone'), join(built, 'package')]);
  execFileSync('cp', ['-al', join(folder, 'node_modules'), join(built, 'package/node_modules')]);
  // As an engine has it, whatever the umask here is.
  execFileSync('chmod', ['-R', 'a+rX', built]);
  const image = makeImage(stages, { build: join(stages, 'build') });
  expect(await serveOneOrder(image, join(stages, 'kept'))).toEqual(EXPECTED);
});

describe('the examples', () => {
  const examples = join(folder, 'examples');
  const ofOurs = (path: string) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));

  beforeAll(() => {
    cpSync(fileURLToPath(new URL('../../proof/examples', import.meta.url)), examples, { recursive: true });
    // What such a project has besides.
    for (const name of ['vitest', 'msw']) symlinkSync(ofOurs(name), join(folder, 'node_modules', name));
  });

  test('are well typed', () => {
    const typed = node(compiler, '--singleThreaded', '-p', examples, ...NODE_TYPES);
    expect(typed.stdout).toBe('');
  });

  test('pass under vitest', { timeout: 300_000 }, () => {
    const said = join(folder, 'vitest.json');
    // A limit only ends a hang: vitest's five seconds are too short beside other tests.
    const run = ['run', '--root', examples, '--testTimeout=120000', '--hookTimeout=120000', '--reporter=json'];
    const { stderr } = node(ofOurs('vitest/vitest.mjs'), ...run, `--outputFile=${said}`);
    const results = JSON.parse(readFileSync(said, 'utf8')) as object;
    expect(results, stderr).toMatchObject({ numPassedTests: 9, numTotalTests: 9 });
  });

  test("pass under Node's own runner, too, and leave nothing open", { timeout: 300_000 }, () => {
    writeFileSync(
      join(folder, 'own-runner.test.ts'),
      `import assert from 'node:assert';
import { test } from 'node:test';
import { startSandbox } from 'touchstone';
test('a client is let in', async () => {
  await using sandbox = await startSandbox();
  const headers = { Authorization: \`Bearer \${await sandbox.token('viewer')}\` };
  assert.equal((await fetch(\`\${sandbox.baseUrl}/me\`, { headers })).status, 200);
});
test('without a port', async () => {
  await using sandbox = await startSandbox({ ports: false });
  assert.deepEqual((await sandbox.control.advanceClock({ by: '0.5h' })).held, []);
});
`,
    );
    const ran = node('--test', 'own-runner.test.ts');
    expect(ran.stdout).toContain('pass 2\n');
    expect(ran.status).toBe(0);
  });
});

const NEEDS_NODE = /^touchstone: Node 24.18.1 or newer is needed, and this is v\S+\n$/;

test.skipIf(!existsSync('/usr/bin/node'))(
  "on the machine's own Node it runs, or says in one line which Node it needs",
  () => {
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('/usr/bin/node', [bin, '--version'], options);
    if (status === 0) expect(stdout).toBe('0.1.0\n');
    else expect([status, stderr]).toEqual([2, expect.stringMatching(NEEDS_NODE)]);
  },
);
