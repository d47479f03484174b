/** The template of GitLab: its job, run by gitlab-ci-local in a shell of this machine, with a stand-in of npm and of the API. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { startStub } from '../../../conformance/testing/stub-member.ts';
import { startCiApi } from '../testing/ci-api.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const GITLAB = at('../../../node_modules/gitlab-ci-local/dist/index.js');
const folder = mkdtempSync(join(tmpdir(), 'touchstone-gitlab-job-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What npm would have installed: the commands of this tree. */
const NPM = `#!/bin/sh
bin=.touchstone/program/node_modules/.bin
mkdir -p $bin
printf '#!/bin/sh\\nexec node "%s" "$@"\\n' '${at('../../bin.mjs')}' > $bin/touchstone
chmod +x $bin/touchstone
for last; do :; done
echo "installed $last"
`;

const TARGET = `it's $(touch owned) \`touch owned\` $HOME "x".json`;

test('the job fails as check does, writes its reports, and comments without showing the token to a third host', async () => {
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args]);
  git('init', '-q');
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npm'), NPM, { mode: 0o755 });
  // It copies the files for containers: there is none.
  writeFileSync(join(folder, 'bin/rsync'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(folder, 'template.yml'), readFileSync(at('template.yml')));
  const inputs = { package: 'touchstone.tgz', target: TARGET, select: 'rid/request-id-on-every-response' };
  const include = [{ local: 'template.yml', inputs: { ...inputs, args: '--no-preflight' } }];
  writeFileSync(join(folder, '.gitlab-ci.yml'), JSON.stringify({ include }));

  const member = await startStub(() => ({
    status: 404,
    body: { error: { code: 'ROUTE_NOT_FOUND', message: '@team' } },
  }));
  const profile = { principals: { trader: { token: 'canary-token-0001' } }, limits: { requestsPerSecond: 1_000 } };
  const target = { ...profile, baseUrl: member.baseUrl, contract: { rest: '0.14.0' } };
  writeFileSync(join(folder, TARGET), JSON.stringify(target));
  git('add', '.');
  git('-c', 'user.name=n', '-c', 'user.email=n@example.com', 'commit', '-qm', 'A gate');

  const api = await startCiApi();
  const storage = await startStub(() => ({ status: 200, body: 'no report' }));
  api.artifactUrl = `${storage.baseUrl}/bucket/report.json`;
  const variables = {
    ...{ CI_API_V4_URL: api.stub.baseUrl, CI_PROJECT_ID: '5', CI_MERGE_REQUEST_IID: '7', GITLAB_CI: 'true' },
    ...{ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', TOUCHSTONE_CI_TOKEN: 'glpat-secret-1' },
  };
  const given = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
  const PATH = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
  const args = [GITLAB, '--force-shell-executor', '--cwd', '.', ...given, 'touchstone'];
  const job = spawn(process.execPath, args, { cwd: folder, env: { PATH, HOME: folder } });
  const [out, err, code] = await Promise.all([
    text(job.stdout),
    text(job.stderr),
    new Promise((resolve) => job.on('close', resolve)),
  ]);
  for (const one of [member, api.stub, storage]) await one.close();

  const log = out + err;
  expect([code, log.includes('Not conforming: 7 failures')], log).toEqual([1, true]);
  expect(log).toContain('installed touchstone.tgz');
  expect(log).toMatch(/error: New failure: RID-01: rid\/request-id-on-every-response: /);
  expect(log).toContain('a comment was written');
  expect(log.match(/glpat|canary/g)).toBeNull();
  expect(existsSync(join(folder, 'owned'))).toBe(false);
  // The report of the target branch is no report: the gate does without it.
  expect(api.comments[0]?.body).toContain('No report of the base branch `main`');
  expect(api.comments[0]?.body).not.toMatch(/@team/);
  expect(storage.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  expect(api.stub.requests[0]?.headers.authorization).toBe('Bearer glpat-secret-1');
});
