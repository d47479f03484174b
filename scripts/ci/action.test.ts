/** The action of GitHub, by a stand-in of the runner: on a real sandbox, a known-bad member, and members with hostile texts. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startStub } from '../../conformance/testing/stub-member.ts';
import { DEFECTS } from '../../gateway/defects/index.ts';
import { type Sandbox, startSandbox } from '../../platform-sim/sandbox.ts';
import { type Job, type JobResult, runAction } from './testing/action-runner.ts';
import { type CiApi, startCiApi } from './testing/ci-api.ts';

const ACTION = fileURLToPath(new URL('action.yml', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'touchstone-action-'));
const cwd = join(folder, 'workspace');
const artifacts = join(folder, 'artifacts');
const SELECT = 'ord/held-key-replays-whatever-is-named';
const TOKEN = 'ghs_secret_0001';

let api: CiApi;
const opened: { close(): Promise<unknown> }[] = [];

/** A profile file of a sandbox. */
async function served(
  name: string,
  defects: readonly string[],
  clock: 'real' | 'virtual' = 'virtual',
): Promise<Sandbox> {
  const sandbox = await startSandbox({
    clock,
    defects: DEFECTS.filter((defect) => defects.includes(defect.name)),
  });
  opened.push(sandbox);
  writeFileSync(join(cwd, name), JSON.stringify(sandbox.profile));
  return sandbox;
}

beforeAll(async () => {
  mkdirSync(cwd);
  mkdirSync(artifacts);
  api = await startCiApi();
  opened.push(api.stub);
  await served('good.json', []);
  await served('bad.json', ['a-retry-resolves-names-anew']);
});
afterAll(async () => {
  for (const one of opened) await one.close();
  rmSync(folder, { recursive: true });
});

const PUSH = { GITHUB_REF: 'refs/heads/main', GITHUB_REF_NAME: 'main', GITHUB_REF_TYPE: 'branch' };
const PULL_REQUEST = { GITHUB_REF: 'refs/pull/7/merge', GITHUB_BASE_REF: 'main', GITHUB_REF_TYPE: 'branch' };

async function job(run: string, ref: Job['env'], inputs: Job['inputs'], more: Partial<Job> = {}): Promise<JobResult> {
  const event = join(folder, `event-${run}.json`);
  writeFileSync(event, JSON.stringify(ref === PUSH ? {} : { pull_request: { number: 7 } }));
  const env = {
    ...{ GITHUB_TOKEN: TOKEN, GITHUB_API_URL: api.stub.baseUrl, GITHUB_REPOSITORY: 'o/r', GITHUB_RUN_ID: run },
    ...{ GITHUB_WORKFLOW_REF: 'o/r/.github/workflows/gate.yml@refs/heads/x', GITHUB_EVENT_PATH: event, ...ref },
  };
  const result = await runAction(ACTION, { cwd, inputs, env, artifacts, run, ...more });
  expect(JSON.stringify(result)).not.toContain(TOKEN);
  return result;
}

/** What the runner obeys in a log: a line that begins with `::`, or `##[` anywhere. */
function commandsIn(log: string): readonly string[] {
  return log.split('\n').filter((line) => line.trimStart().startsWith('::') || line.includes('##['));
}

const artifact = (run: string, name = 'touchstone-report') => join(artifacts, run, name);

describe('a gate, from push to pull request', () => {
  test('a green push has a summary, an artifact and outputs, and nothing not exercised looks like a pass', async () => {
    const { log, ...ran } = await job('100', PUSH, { target: 'good.json', select: SELECT }, { inProcesses: true });
    expect([ran.status, ran.outputs], log).toEqual([
      'success',
      {
        ...{ verdict: 'pass', 'exit-status': '0', report: 'report/report.json', passed: '1', failed: '0' },
        ...{
          'not-exercised': expect.stringMatching(/^2\d\d$/),
          conclusion: expect.stringMatching(/^Conforming in all/),
        },
      },
    ]);
    expect(log).toContain('no report of the base branch main\n');
    expect(log).toContain('no comment: the job is of no pull request\n');
    expect(commandsIn(log)).toEqual([
      expect.stringMatching(/^::notice title=Not exercised::2\d\d of 265 requirements/),
    ]);
    expect(ran.summary).toMatch(/^### ⬜ 2\d\d not exercised$/m);
    expect(ran.summary).toContain('No report of the base branch `main`');
    expect(readdirSync(artifact('100'))).toEqual(expect.arrayContaining(['junit.xml', 'report.html', 'report.json']));
  });

  test('a pull request with a new failure fails with the status of check, and the comment says what is new', async () => {
    const own = { id: 100, event: 'push', head_branch: 'main', owner: 'o/r' };
    const fork = { ...own, id: 300, event: 'pull_request', owner: 'stranger/r' };
    api.runs.push(fork, own);
    // A stranger has put our mark into a comment of theirs.
    const stranger = { user: { type: 'User' }, author_association: 'NONE' };
    api.comments.push({ ...stranger, id: 1, body: '<!-- touchstone gate.yml touchstone-report -->\nAll is well' });
    const { log, ...ran } = await job('101', PULL_REQUEST, { target: 'bad.json', select: SELECT });
    expect([ran.status, ran.outputs['exit-status'], ran.outcomes['check'], ran.outcomes['report']], log).toEqual([
      ...['failure', '1', 'failure', 'success'],
    ]);
    expect(log).toContain('the report of the base branch main is that of run 100\n');
    expect(commandsIn(log)).toEqual([
      expect.stringMatching(/^::notice title=Not exercised::/),
      expect.stringMatching(/^::error title=New failure%3A ORD-07::ord\/held-key-replays-whatever-is-named: /),
    ]);
    expect(api.comments.map(({ id }) => id)).toEqual([1, 2]);
    const { body = '' } = api.comments[1] ?? {};
    expect(body).toMatch(
      /^<!-- touchstone gate.yml touchstone-report -->\n## ❌ Not conforming: 1 new, 0 fixed, 0 lost/,
    );
    expect(body).toMatch(/^### New since .*: 1$/m);
    expect(existsSync(join(artifact('101'), 'report.json'))).toBe(true);
  });

  test('with the failure in a baseline the gate passes, and the comment is changed in place', async () => {
    const { checks } = JSON.parse(readFileSync(join(artifact('101'), 'report.json'), 'utf8')) as {
      checks: { id: string; broken?: { requirement: string; clause: string }[] }[];
    };
    const entries = checks.flatMap(({ id, broken = [] }) =>
      broken.map(({ requirement, clause }) => {
        const known = { reason: 'a desk knows it', owner: 'desk', expires: '2999-01-01' };
        return { requirement, check: id, clause, ...known };
      }),
    );
    writeFileSync(join(cwd, 'known.yaml'), JSON.stringify({ failures: entries }));
    const inputs = { target: 'bad.json', select: SELECT, baseline: 'known.yaml' };
    const { log, ...ran } = await job('102', PULL_REQUEST, inputs);
    expect([ran.status, ran.outputs['exit-status']], log).toEqual(['success', '0']);
    expect(commandsIn(log).map((line) => line.split('::')[1])).toEqual([
      ...['notice title=Not exercised', 'notice title=Known failure%3A ORD-07'],
    ]);
    expect(api.comments).toHaveLength(2);
    expect(api.comments[1]?.body).toContain('Known failures only: 0 new, 1 known');
  });
});

const HOSTILE =
  'it\'s "x"\n::error::owned\n##[add-mask]x %0A::set-output name=a::b `id` $(touch owned) @team | a | <img src=x> #1';

test('texts of a member are harmless, and a read-only token of a fork fails no gate', async () => {
  const body = { error: { code: 'ROUTE_NOT_FOUND', message: HOSTILE } };
  const member = await startStub(() => ({ status: 404, body }));
  opened.push(member);
  const principals = { trader: { token: 'canary-token-0001' } };
  const limits = { requestsPerSecond: 1_000 };
  const target = { baseUrl: member.baseUrl, contract: { rest: '0.14.0' }, principals, limits };
  const name = "it's $(touch owned) `touch owned`.json";
  writeFileSync(join(cwd, name), JSON.stringify(target));
  api.refused = 403;
  const inputs = { target: name, select: 'rid/request-id-on-every-response', artifact: '$(id)\nrun-id=666' };
  const { log, ...ran } = await job(
    '103',
    PULL_REQUEST,
    { ...inputs, since: 'none', args: '--no-preflight' },
    { inProcesses: true },
  );
  expect([ran.status, ran.outputs['exit-status']], log).toEqual(['failure', '1']);
  expect(log).toMatch(/^no comment: the token may not write here; .* \(403\)$/m);
  const commands = commandsIn(log);
  expect(commands.length).toBeGreaterThan(1);
  expect(commands.filter((line) => !/^::(error|warning|notice) title=[^:,]*::/.test(line))).toEqual([]);
  expect(log).toContain(']x %250A::set');
  expect(ran.summary).toContain('owned');
  for (const mark of [/@team/, /<img/, /^::/m, /(?<!\\)`id(?!`)/]) expect(ran.summary).not.toMatch(mark);
  expect(existsSync(join(cwd, 'owned'))).toBe(false);
  expect(readdirSync(join(artifacts, '103'))).toEqual(['--id--run-id-666']);
  api.refused = undefined;
});

test('a wrong input is said in summary and annotation, and no report of an earlier run is shown', async () => {
  const { log, ...ran } = await job('104', { ...PULL_REQUEST, GITHUB_REPOSITORY: 'o/x' }, { target: 'none.json' });
  expect(log).toContain('no report of the base branch main: the API answered 404\n');
  expect(log).toMatch(/^no comment: .* \(404\)$/m);
  expect([ran.status, ran.outputs]).toEqual([
    'failure',
    expect.objectContaining({ 'exit-status': '2', verdict: 'none', report: '', passed: '' }),
  ]);
  expect(ran.summary).toMatch(
    /^## ❌ touchstone ended with status 2, without a report\n\n.*\*\*nothing was judged\*\*/,
  );
  expect(commandsIn(log)).toEqual([expect.stringMatching(/^::error title=.*status 2::.*none\.json/)]);
});

describe('a job that is cancelled', () => {
  /** As a deployed member: it is slow enough to be cut off, and what was written is recorded. */
  async function slow(): Promise<void> {
    const { profile } = await served('slow.json', [], 'real');
    const limits = { requestsPerSecond: 20, openOrders: 20, writes: true, destructive: false };
    writeFileSync(join(cwd, 'slow.json'), JSON.stringify({ ...profile, control: undefined, limits }));
  }
  const inputs = { target: 'slow.json', select: 'ord/*', since: 'none' };

  test('by a signal ends in order: status 4, and reports are there', async () => {
    await slow();
    const onLog: Job['onLog'] = (text, step) => {
      if (text.includes('Plan: ') && !step.killed) step.kill('SIGINT');
    };
    const { log, ...ran } = await job('105', PULL_REQUEST, inputs, { inProcesses: true, onLog });
    expect([ran.status, ran.outputs['exit-status']], log).toEqual(['cancelled', '4']);
    expect(ran.summary).toContain('Stopped before its end: interrupted');
    expect(commandsIn(log)).toContainEqual('::error title=Stopped before its end::interrupted');
  });

  test('and killed keeps its record of effects, and the summary says what to run', async () => {
    const effects = () => readdirSync(join(cwd, 'report')).filter((file) => file.startsWith('effects-'));
    let step: Parameters<NonNullable<Job['onLog']>>[1] | undefined;
    const onLog: Job['onLog'] = (text, of) => {
      if (text.includes('Plan: ')) step ??= of;
    };
    const killing = vi
      .waitUntil(() => step !== undefined && effects().length > 0, { timeout: 60_000, interval: 50 })
      .then(() => step?.kill('SIGKILL'));
    const { log, ...ran } = await job('106', PULL_REQUEST, inputs, { inProcesses: true, onLog });
    await killing;
    expect([ran.status, ran.outputs['exit-status'], ran.outputs['verdict']], log).toEqual(['cancelled', '', 'none']);
    const [file = ''] = readdirSync(artifact('106')).filter((one) => one.startsWith('effects-'));
    expect(ran.summary).toContain(`touchstone cleanup report/${file}`);
    expect(ran.summary).toContain('orders may be open');
  });
});

test('shards are merged by another job, which alone has the verdict', async () => {
  const inputs = { target: 'bad.json', select: `${SELECT} ord/submit-serves-the-order-row` };
  for (const shard of ['1/2', '2/2']) {
    const { log, ...ran } = await job('107', PULL_REQUEST, { ...inputs, shard });
    expect(ran.summary).toContain(`\nShard ${shard}: the job that merges has the verdict.\n`);
    expect([commandsIn(log), log.includes('comment')]).toEqual([[], false]);
  }
  const before = api.comments.length;
  const { log, ...ran } = await job('107', PULL_REQUEST, { mode: 'merge' });
  expect([ran.status, ran.outputs['exit-status'], ran.outputs['failed']], log).toEqual(['failure', '1', '1']);
  expect(readdirSync(join(artifacts, '107')).sort()).toEqual(['', '-1', '-2'].map((end) => `touchstone-report${end}`));
  expect(api.comments).toHaveLength(before);
  cpSync(artifact('107', 'touchstone-report-2'), artifact('108', 'touchstone-report-2'), { recursive: true });
  const alone = await job('108', PUSH, { mode: 'merge' });
  expect([alone.outputs['exit-status'], alone.outputs['verdict']]).toEqual(['2', 'none']);
});
