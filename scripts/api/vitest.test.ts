/** `touchstone/vitest` in a separate vitest: a member that breaks a claim, and the effect of a baseline. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StubMember } from '../../conformance/testing/stub-member.ts';
import { startStub } from '../../conformance/testing/stub-member.ts';
import { commandIn } from '../cli/testing/command-in.ts';

const MODULE = fileURLToPath(new URL('vitest.ts', import.meta.url));
const RUNNER = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The modules are loaded by Node, as those of an installed package are. */
const AS_INSTALLED = 'export default { test: { experimental: { viteModuleRunner: false } } };';

interface Assertion {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

let folder = '';
let member: StubMember;
const answer = { status: 404, body: { error: { code: 'ROUTE_NOT_FOUND' } } };
/** Whether the member sends request ids. */
let hasIds = false;

beforeAll(async () => {
  await mkdir(join(ROOT, '.vitest'), { recursive: true });
  folder = await mkdtemp(join(ROOT, '.vitest', 'suite-'));
  await writeFile(join(folder, 'vitest.config.mjs'), AS_INSTALLED);
  let answers = 0;
  member = await startStub(() => ({
    ...answer,
    headers: hasIds ? { 'X-Request-Id': `request-${++answers}` } : {},
  }));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await member.close();
});

async function ran(options: string): Promise<readonly Assertion[]> {
  await writeFile(
    join(folder, 'suite.test.ts'),
    `import { suite } from ${JSON.stringify(MODULE)};\nawait suite(${options});\n`,
  );
  const said = join(folder, 'said.json');
  const child = spawn(process.execPath, [RUNNER, 'run', '--root', folder, '--reporter=json', `--outputFile=${said}`], {
    cwd: folder,
    stdio: 'ignore',
  });
  await once(child, 'exit');
  const { testResults } = JSON.parse(await readFile(said, 'utf8')) as {
    readonly testResults: readonly { readonly assertionResults: readonly Assertion[] }[];
  };
  return testResults.flatMap(({ assertionResults }) => assertionResults);
}

const profile = () =>
  `{ baseUrl: '${member.baseUrl}', contract: { rest: '0.14.0' }, principals: { trader: { token: 'canary-token-0001' } }, limits: { requestsPerSecond: 1000 } }`;

test('a failure is a failing test that shows expected and observed values; checks that the profile cannot run are skipped', {
  timeout: 300_000,
}, async () => {
  const tests = await ran(
    `{ target: ${profile()}, preflight: false, select: ['rid/request-id-on-every-response', 'rid/request-id-on-every-write', 'alg/*'] }`,
  );
  const [failed] = tests.filter(({ fullName }) => fullName.includes('rid/request-id-on-every-response: '));
  expect(failed).toMatchObject({
    status: 'failed',
    fullName: expect.stringMatching(/^touchstone rid rid\/request-id-on-every-response: every /),
  });
  expect(failed?.failureMessages.join()).toMatch(
    /breaks RID-01\nexpected: .*\nseen: GET .*\nrerun: touchstone check --select rid/,
  );
  expect(failed?.failureMessages.join()).not.toContain('canary-token-0001');
  expect(tests.filter(({ fullName }) => fullName.includes(' alg ')).every(({ status }) => status === 'skipped')).toBe(
    true,
  );
});

test('known failures of a baseline are skipped, and a stale entry fails a separate test', {
  timeout: 90_000,
}, async () => {
  const check = 'rid/request-id-on-every-response';
  await writeFile(join(folder, 'profile.yaml'), profile());
  const first = ['--target', 'profile.yaml', '--select', check, '--no-preflight', '--quiet'];
  await commandIn(folder).run(['check', ...first, '--update-baseline', 'known.yaml']);
  const file = join(folder, 'known.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll('reason: ""', 'reason: r').replaceAll('owner: ""', 'owner: o'));
  const options = `{ target: 'profile.yaml', preflight: false, select: ['${check}'], baseline: 'known.yaml' }`;
  const statuses = async () => (await ran(options)).map(({ status }) => status);
  expect(await statuses()).toEqual(['skipped', 'passed']);

  hasIds = true;
  expect(await statuses()).toEqual(['passed', 'failed']);
});
