/** `scenario` of `touchstone/vitest` and `touchstone/node-test`, each in a separate process of its runner. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandIn } from '../cli/testing/command-in.ts';
import { startSandbox } from './sandbox.ts';
import { scenarioCases } from './scenario-cases.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RUNNER = join(ROOT, 'node_modules/vitest/vitest.mjs');
const me = (id: string, status: number) =>
  `id: ${id}\nstory: What is seen of ${id}.\ncalm:\n  - { as: trader, request: GET /me, expect: { status: ${status} } }\n`;

let folder = '';
beforeAll(async () => {
  await mkdir(join(ROOT, '.vitest'), { recursive: true });
  folder = await mkdtemp(join(ROOT, '.vitest', 'scenario-'));
  await mkdir(join(folder, 'incidents'));
  // The modules are loaded by Node, as those of an installed package are.
  const config = 'export default { test: { experimental: { viteModuleRunner: false } } };';
  await writeFile(join(folder, 'vitest.config.mjs'), config);
  await writeFile(join(folder, 'incidents/good.yaml'), me('good', 200));
  await writeFile(join(folder, 'incidents/bad.yaml'), me('bad', 404));
  await writeFile(join(folder, 'incidents/odd.yaml'), 'id: odd\nstory: s\nstrom: []\n');
});
afterAll(() => rm(folder, { recursive: true }));

/** What the terminal shows of it, without the name of the file, which is given in another way there. */
async function onTheTerminal(file: string): Promise<string> {
  const { out, err } = await commandIn(folder).run(['replay', file, '--quiet']);
  return (out + err).trimEnd();
}

test('vitest: a test for each scenario; a failure has the text of the terminal, a wrong file its line', {
  timeout: 300_000,
}, async () => {
  const module = JSON.stringify(fileURLToPath(new URL('vitest.ts', import.meta.url)));
  await writeFile(
    join(folder, 'incidents.test.ts'),
    `import { scenario } from ${module};\nawait scenario(['incidents', '202-then-poll']);\n`,
  );
  const said = join(folder, 'said.json');
  const args = [RUNNER, 'run', '--root', folder, '--reporter=json', `--outputFile=${said}`];
  await once(spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' }), 'exit');
  const { testResults } = JSON.parse(await readFile(said, 'utf8')) as {
    readonly testResults: readonly {
      readonly assertionResults: readonly {
        readonly title: string;
        readonly status: string;
        readonly failureMessages: readonly string[];
      }[];
    }[];
  };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(tests.map(({ title, status }) => [title, status])).toEqual([
    ['bad: What is seen of bad.', 'failed'],
    ['good: What is seen of good.', 'passed'],
    ['incidents/odd.yaml', 'failed'],
    [expect.stringMatching(/^202-then-poll: The orders owner answers /), 'passed'],
  ]);
  expect(tests[0]?.failureMessages[0]).toContain(await onTheTerminal('incidents/bad.yaml'));
  expect(tests[2]?.failureMessages[0]).toContain("incidents/odd.yaml:3:1: unknown key 'strom' in a scenario");
});

test("Node's own runner: the same", { timeout: 300_000 }, async () => {
  const module = JSON.stringify(new URL('node-test.ts', import.meta.url).href);
  await writeFile(
    join(folder, 'own-runner.mjs'),
    `import { scenario } from ${module};\nawait scenario('incidents/{good,bad}.yaml');\n`,
  );
  const run = spawn(process.execPath, ['--test', '--test-reporter=tap', 'own-runner.mjs'], {
    cwd: folder,
    // Within vitest it would report to it.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const out = await text(run.stdout);
  expect(out).toMatch(/^ *ok \d+ - good: What is seen of good\.$/m);
  expect(out).toMatch(/^ *not ok \d+ - bad: What is seen of bad\.$/m);
  expect(out).toContain('status: expected 404, seen 200  incidents/bad.yaml:4:');
});

describe('on a running sandbox or world', () => {
  test('plays there; reset takes its world back first', async () => {
    await using sandbox = await startSandbox({ seed: 7 });
    await using world = await sandbox.createWorld({ seed: 7 });
    for (const target of [sandbox, world, world.profile]) {
      const [poll] = await scenarioCases('202-then-poll', { target, reset: true });
      expect(await poll?.run()).toBeUndefined();
    }
    const [again] = await scenarioCases('202-then-poll', { target: world });
    await expect(again?.run()).rejects.toThrow("the key 'slow-order-1' was spent on this target before");
  });

  test('what the target lacks is for the runner to skip; what its contract lacks is a failure', async () => {
    await using sandbox = await startSandbox();
    const { control: _, ...deployed } = sandbox.profile;
    const [poll] = await scenarioCases('202-then-poll', { target: deployed });
    expect(await poll?.run()).toMatch(/needs control: step 1 \(fault\) moves faults/);
    await writeFile(join(folder, 'misspelt.yaml'), me('misspelt', 200).replace('/me', '/mee'));
    const [misspelt] = await scenarioCases(join(folder, 'misspelt.yaml'), { target: sandbox });
    await expect(misspelt?.run()).rejects.toThrow("/mee is not a path of the target's contract; did you mean '/me'?");
  });
});

test('a contract version for the new sandbox', async () => {
  const [tickets] = await scenarioCases('a-ticket-spent-twice', { contract: '0.12.0' });
  await expect(tickets?.run()).rejects.toThrow("/v1/ws-tickets is no path of the target's contract");
});

test.each([
  ['an unknown option', { targt: 'x' }, 'there is no option targt; there are target, reset, contract'],
  ['a version that is none', { contract: '9.9.9' }, 'contract is a version from 0.1.0 to 0.14.0'],
  ['reset of nothing', { reset: true }, 'reset needs target'],
])('%s is refused', async (_, options, words) => {
  await expect(scenarioCases('202-then-poll', options as object)).rejects.toThrow(words);
});
