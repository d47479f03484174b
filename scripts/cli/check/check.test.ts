import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { StubAnswer, StubMember, StubRequest } from '../../../conformance/testing/stub-member.ts';
import { startStub } from '../../../conformance/testing/stub-member.ts';
import { withoutPlan } from '../testing/command-in.ts';
import { testShell } from '../testing/test-folder.ts';
import { commitOf } from './target-commit.ts';

const shell = testShell();
const opened: StubMember[] = [];
afterEach(async () => {
  for (const member of opened.splice(0)) await member.close();
});

async function ran(...args: readonly string[]) {
  const { status, out, err } = await shell.run(args);
  return { status, stdout: out, stderr: withoutPlan(err) };
}

/** The limit without this is five requests a second, for which a test need not wait. */
const QUICK = 'limits: { requestsPerSecond: 1000 }';

let answers = 0;
/** One answer for all who have a token; an id of requests is another one each time. */
const guarded =
  ({ headers = {}, ...answer }: Exclude<StubAnswer, string>) =>
  (request: StubRequest): StubAnswer => {
    const id = headers['X-Request-Id'];
    const own = id === undefined ? headers : { ...headers, 'X-Request-Id': `${id}-${++answers}` };
    return { ...answer, headers: own, ...(request.headers.authorization === undefined && { status: 401 }) };
  };

/** A member whose responses all have the X-Request-Id of the test, and a profile of it. */
async function profiled(headers: Readonly<Record<string, string>>): Promise<string> {
  const member = await startStub(guarded({ status: 404, headers, body: { error: { code: 'ROUTE_NOT_FOUND' } } }));
  opened.push(member);
  const file = `profile-${member.baseUrl.split(':').at(-1)}.yaml`;
  const text = `baseUrl: ${member.baseUrl}\ncontract: { rest: 0.14.0 }\nprincipals: { trader: { token: canary-token-0001 } }\n${QUICK}\n`;
  return shell.file(file, text);
}

const RID_01 = ['--select', 'rid/request-id-on-every-response'] as const;

test.each([
  [{ commit: 'v1' }, { GITHUB_SHA: '4fcf640' }, { id: 'v1', from: 'profile' }],
  [{}, { CI_COMMIT_SHA: '4fcf640' }, { id: '4fcf640', from: 'CI_COMMIT_SHA' }],
  [{}, { GITHUB_SHA: 'main' }, undefined],
  [{ control: 'http://sandbox' }, { GITHUB_SHA: '4fcf640' }, undefined],
])('the commit of a target is known or absent: %j, %j', (profile, env, commit) =>
  expect(commitOf(profile, { env }).commit).toEqual(commit),
);

describe('touchstone check', () => {
  test('passes a member that keeps the claim', async () => {
    const profile = await profiled({ 'X-Request-Id': 'request-1' });
    const { status, stdout, stderr } = await ran('check', '--target', profile, ...RID_01);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Conforming in all that was exercised: 1 of 265 requirements, 1 of \d+ checks\.$/m);
  });

  test('fails one that breaks it, writes the requested files, and shows no secret', async () => {
    const profile = await profiled({});
    const out = ['--out', 'report', '--format', 'har'] as const;
    const { status, stdout } = await ran('check', '--target', profile, ...RID_01, ...out);
    expect(status).toBe(1);
    expect(stdout).toMatch(/FAIL {2}rid\/request-id-on-every-response {2}RID-01/);
    expect((await readdir(join(shell.folder, 'report'))).sort()).toEqual(['evidence.har', 'failures', 'report.json']);
    const report = await shell.read('report/report.json');
    expect(JSON.parse(report)).toMatchObject({ schema: 1, verdict: 'fail', tool: { name: 'touchstone' } });
    const har = await shell.read('report/evidence.har');
    expect(stdout + report + har).not.toContain('canary-token-0001');
  });

  test('with a completed baseline, known failures are not conforming, and fail nothing', async () => {
    const profile = await profiled({});
    const check = ['check', '--target', profile, ...RID_01] as const;
    const proposed = await ran(...check, '--update-baseline', 'known.yaml');
    expect(proposed).toMatchObject({
      status: 1,
      // One for each route that lacks it.
      stderr: 'known.yaml: a proposed baseline; 7 entries need a reason and an owner\n',
    });
    const text = await shell.read('known.yaml');
    expect(await ran(...check, '--baseline', 'known.yaml')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^touchstone: --baseline known\.yaml:\d+: reason must be filled in, as text\n$/),
    });
    const filledIn = text.replaceAll('reason: ""', 'reason: the proxy').replaceAll('owner: ""', 'owner: edge team');
    await shell.file('known.yaml', filledIn);
    const again = await ran(...check, '--update-baseline', 'known.yaml');
    expect([again.status, again.stderr]).toEqual([2, expect.stringMatching(/known\.yaml: it is there already/)]);

    const known = await ran(...check, '--baseline', 'known.yaml', '--out', 'known', '--format', 'junit,html,md');
    expect(known.status).toBe(0);
    expect(known.stdout).toContain('KNOWN FAILURE');
    expect(known.stdout).toMatch(/accepted {2}until \d{4}-\d\d-\d\d \(edge team\): .*: the proxy\n/);
    expect(known.stdout).toMatch(/^Known failures only: 0 new, 7 known \(1 of 265 requirements, /m);
    for (const name of ['junit.xml', 'report.html', 'report.md']) {
      const report = await shell.read(`known/${name}`);
      expect(report).toMatch(/Known failures only/);
      expect(report).toContain('edge team');
      // The page's own script knows every conclusion.
      const page = report.replace(/<script type="module">[\s\S]*?<\/script>/, '');
      expect(page).not.toMatch(/conforming in all/i);
    }

    const mended = await profiled({ 'X-Request-Id': 'request-1' });
    const since = ['--since', 'known/report.json', '--out', 'since', '--format', 'html,junit,md,badge'] as const;
    const fixed = await ran('check', '--target', mended, ...RID_01, ...since);
    expect(fixed.stdout).toMatch(/^Conforming in all that was exercised: 0 new, 7 fixed, 0 lost; 1 of 265/m);
    for (const name of ['report.html', 'junit.xml', 'report.md', 'badge.svg'])
      expect(await shell.read(`since/${name}`)).toMatch(/0 new, 7 fixed, 0 lost/);
    const stale = await ran('check', '--target', mended, ...RID_01, '--baseline', 'known.yaml');
    expect(stale.status).toBe(1);
    expect(stale.stdout).toMatch(
      /^BASELINE, STALE {2}known\.yaml:\d+: RID-01 of rid\/request-id-on-every-response, ".*" no longer fails; delete the entry$/m,
    );
    expect(stale.stdout).toContain('The baseline must be corrected: 0 new, 0 known (');
  });

  test('a profile without principals is not green if coverage is required', async () => {
    const profile = await profiled({ 'X-Request-Id': 'request-1' });
    const check = ['check', '--target', profile, ...RID_01] as const;
    const short = await ran(...check, '--require', 'RID-01', '--require', 'IDEM', '--min-passed', '2');
    expect(short.status).toBe(3);
    expect(short.stdout).toMatch(/^COVERAGE {2}--require IDEM: \d+ of \d+ were not exercised: IDEM-01, /m);
    expect(short.stdout).toMatch(/^COVERAGE {2}--min-passed 2: 1 requirements passed$/m);
    expect(short.stdout).toMatch(
      /^Less was exercised than was asked for \(1 of 265 requirements, 1 of \d+ checks exercised\)\.$/m,
    );
    expect((await ran(...check, '--require', 'RID-01', '--min-passed', '1')).status).toBe(0);

    const more = ['--select', 'rid/sent-request-id-is-echoed', '--out', 'whole'] as const;
    expect((await ran(...check, ...more)).status).toBe(1);
    const shrunk = await ran(...check, '--no-less-than', 'whole/report.json');
    expect(shrunk.status).toBe(3);
    expect(shrunk.stdout).toMatch(
      /^COVERAGE .* no longer exercised are .*1 checks \(rid\/sent-request-id-is-echoed\)/m,
    );
  });

  test('stated runs are not left out for a default budget', async () => {
    const plan = ['check', '--target', await profiled({}), '--plan', '--select', 'rid/sent-request-id-is-echoed'];
    expect((await ran(...plan)).stdout).toMatch(/^Plan: 1 check \(normal, /);
    expect((await ran(...plan, '--runs', '5000')).stdout).toMatch(/^Plan: 1 check \(as deep as the budget allows, /);
    expect((await ran(...plan, '--runs', '5000', '--depth', 'quick')).stdout).toMatch(/^Plan: 0 checks \(quick, /);
  });

  test('a failure states in every report how to reproduce it on the same target', async () => {
    const profile = await profiled({});
    const spaced = `of a newcomer's ${profile}`;
    await shell.file(spaced, await shell.read(profile));
    const proxy = await startStub(guarded({ status: 200 }));
    opened.push(proxy);
    const { stdout } = await ran(
      ...['check', '--target', spaced, '--base-url', proxy.baseUrl, '--seed', '7', ...RID_01],
      ...['--out', 'again', '--format', 'junit,md'],
    );
    const named = `--target 'of a newcomer'\\''s ${profile}' --base-url ${proxy.baseUrl}`;
    const line = `touchstone check ${named} --select rid/request-id-on-every-response --seed 7`;
    expect(stdout).toContain(`rerun     ${line}\n`);
    expect(await shell.read('again/report.md')).toContain(line);
    const xml = await shell.read('again/junit.xml');
    expect(xml).toContain(`rerun: ${line.replaceAll("'", '&#39;')}`);
    expect(JSON.parse(await shell.read('again/report.json')).checks).toContainEqual(
      expect.objectContaining({ counterexample: expect.objectContaining({ rerun: line }) }),
    );
  });

  test('prints nothing with --quiet', async () => {
    const profile = await profiled({});
    expect(await ran('check', '--target', profile, ...RID_01, '--quiet')).toEqual({
      status: 1,
      stdout: '',
      stderr: '',
    });
  });

  test('uses another address', async () => {
    const profile = await profiled({});
    const proxy = await startStub(guarded({ status: 200, headers: { 'X-Request-Id': 'by-proxy' } }));
    opened.push(proxy);
    expect((await ran('check', '--target', profile, '--base-url', proxy.baseUrl, ...RID_01)).status).toBe(0);
    expect(proxy.requests.length).toBeGreaterThan(5);
  });

  test('judges its own sandbox if no target is named', async () => {
    const { status, stdout } = await ran('check', ...RID_01, '--select', 'idem/owner-refusal-spends-the-key');
    expect(stdout).toContain('2 pass');
    expect(status).toBe(0);
  });
});

test('list names checks and requirements', async () => {
  expect((await ran('list')).stdout).toMatch(/^rid\/request-id-on-every-response +RID-01 +\[trader\] /m);
  expect((await ran('list', '--requirements')).stdout).toMatch(/^RID-01 +0\.12\.0 +any +\d+ checks? +every response/m);
});

test('doctor prints one line a finding, with status 2 if one must be fixed', async () => {
  const profile = await profiled({});
  const { status, stdout } = await ran('doctor', '--target', profile);
  expect(stdout).toMatch(/^ok {4}target +http:\/\/127/m);
  expect(stdout).toMatch(/^BAD +trader +GET \/me answered 404 ROUTE_NOT_FOUND/m);
  expect(stdout).toMatch(/^note {2}viewer +absent/m);
  expect(status).toBe(2);
});

test('recheck judges the recorded history of a run, without its target', async () => {
  const profile = await profiled({});
  await ran('check', '--target', profile, ...RID_01, '--out', 'kept', '--keep-history');
  for (const member of opened.splice(0)) await member.close();
  const { status, stdout } = await ran('recheck', 'kept/report.json', '--out', 'again');
  expect(status).toBe(1);
  expect(stdout).toContain('FAIL  rid/request-id-on-every-response  RID-01');
  const [before, after] = await Promise.all(['kept', 'again'].map((name) => shell.read(`${name}/report.json`)));
  // The scenarios of failures belong to the run that wrote them.
  const ofRun = ['scenario', 'replay', 'unconfirmed'];
  const judged = (text = '') =>
    JSON.parse(text, (name, value) => (ofRun.includes(name) ? undefined : value)) as unknown;
  expect(judged(after)).toEqual(judged(before));
});

describe('a profile whose variables are not set', () => {
  const text = `baseUrl: http://127.0.0.1:9
identity: { tokenEndpoint: http://127.0.0.1:9/token }
principals:
  trader: { clientId: t, clientSecretEnv: TRADER_SECRET }
  admin: { clientId: a, clientSecretEnv: ADMIN_SECRET }
tls: { cert: no-such.pem, key: no-such.key, passphraseEnv: PASSPHRASE }
`;

  test('is reported at once, one line a variable', async () => {
    await shell.file('unset.yaml', text.replace(/^tls.*\n/m, ''));
    const { status, stderr } = await ran('check', '--target', 'unset.yaml');
    expect([status, stderr.split('\n')]).toEqual([
      2,
      [
        expect.stringMatching(/^touchstone: unset\.yaml:4:\d+: .*TRADER_SECRET is not set$/),
        expect.stringMatching(/^touchstone: unset\.yaml:5:\d+: .*ADMIN_SECRET is not set$/),
        '',
      ],
    ]);
  });

  test('keeps no plan from being page', async () => {
    await shell.file('unset.yaml', text);
    const { status, stdout, stderr } = await ran('check', '--target', 'unset.yaml', '--plan');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Plan: \d+ checks/);
  });
});
