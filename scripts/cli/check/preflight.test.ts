import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StubAnswer, StubRequest } from '../../../conformance/testing/stub-member.ts';
import { startStub } from '../../../conformance/testing/stub-member.ts';
import { commandIn, withoutPlan } from '../testing/command-in.ts';
import { testFolder } from '../testing/test-folder.ts';

const folder = testFolder();

async function ran(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { status, out, err } = await commandIn(folder, env).run(args);
  return { status, stdout: out, stderr: withoutPlan(err) };
}

/** What a member answers, unless it drops the connection. */
type Answered = Exclude<StubAnswer, string>;

const GRANTED: Answered = { status: 200, body: { access_token: 'granted-token' } };
const UNKNOWN: Answered = {
  status: 401,
  headers: { 'X-Request-Id': 'r' },
  body: { error: { code: 'UNAUTHENTICATED' } },
};
const ME: Answered = { status: 200, headers: { 'X-Request-Id': 'r' }, body: { capabilities: ['orders:trade'] } };

const usual = ({ url, headers }: StubRequest) =>
  url === '/token' ? GRANTED : headers.authorization === undefined ? UNKNOWN : ME;

/** A member whose answers the test states, with its own issuer. */
async function profiled(answerTo: (request: StubRequest) => StubAnswer | undefined): Promise<string> {
  const member = await startStub((request) => answerTo(request) ?? usual(request));
  onTestFinished(() => member.close());
  const text = `baseUrl: ${member.baseUrl}
contract: { rest: 0.14.0 }
identity: { tokenEndpoint: ${member.baseUrl}/token }
principals:
  trader: { clientId: t, clientSecretEnv: TRADER_SECRET }
  viewer: { token: token-of-viewer }
limits: { writes: true, requestsPerSecond: 1000 }
fixtures:
  account: { id: 1, name: main }
  instrument: { id: 1, symbol: BTC-USD, tick: '0.01', step: '0.01', price: '1.00' }
`;
  await writeFile(join(folder, 'staging.yaml'), text);
  return 'staging.yaml';
}

const SET = { TRADER_SECRET: 'hush' };
const REFUSED: StubAnswer = { status: 401, body: { error: 'invalid_client', error_description: 'No such client' } };
const viewer: Answered = { status: 200, headers: { 'X-Request-Id': 'r' }, body: { capabilities: [] } };
const isOfViewer = ({ headers }: StubRequest) => headers.authorization === 'Bearer token-of-viewer';

const CHECK = ['check', '--select', 'rid/request-id-on-every-response', '--target'] as const;
const TEXT = { 'Content-Type': 'text/plain' };
const ENVELOPED = { error: { code: 'ROUTE_NOT_FOUND', message: 'x', requestId: 'r', retryable: false } };

describe('a server with one answer to everything is no gateway', () => {
  test('also where the profile does not state the contract version', async () => {
    const missing = { status: 404, headers: TEXT, body: 'default backend - 404' };
    const file = await profiled(({ url }) => (url === '/token' ? undefined : missing));
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replace(/^contract: .*\n/m, ''));
    for (const command of [
      [...CHECK, file],
      ['doctor', '--target', file],
    ]) {
      const { status, stderr } = await ran(SET, ...command);
      expect([status, stderr]).toEqual([2, expect.stringMatching(/answered 404 .*check baseUrl: are the routes/)]);
    }
  });

  test.each<[string, StubAnswer]>([
    ['404 in plain text', { status: 404, headers: TEXT, body: 'default backend - 404' }],
    ['404 as a page', { status: 404, headers: { 'Content-Type': 'text/html' }, body: '<html>404</html>' }],
    ['404 in JSON', { status: 404, body: { message: 'no Route matched with those values' } }],
    ['404 in the envelope', { status: 404, headers: { 'X-Request-Id': 'r' }, body: ENVELOPED }],
    ['403 in plain text', { status: 403, headers: TEXT, body: 'RBAC: access denied' }],
    ['503 in JSON', { status: 503, headers: { 'X-Request-Id': 'r' }, body: { message: 'no healthy upstream' } }],
    ['a redirect', { status: 301, headers: { 'X-Request-Id': 'r', Location: 'https://edge.test/' } }],
    ['200 in JSON', { status: 200, body: { status: 'ok' } }],
    ['200 as a page', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><p>Hello' }],
  ])('%s', async (_, answer) => {
    const member = await startStub(() => answer);
    onTestFinished(() => member.close());
    const limits = 'limits: { requestsPerSecond: 1000 }';
    const contract = 'contract: { rest: 0.14.0 }';
    const text = `baseUrl: ${member.baseUrl}\n${contract}\nprincipals: { trader: { token: t-0001 } }\n${limits}\n`;
    await writeFile(join(folder, 'routeless.yaml'), text);
    const words =
      /http:\S+ is no gateway: GET \/me was answered (404|403|503|301|200).*; check baseUrl.*: no route of a gateway/;
    const checked = await ran({}, ...CHECK, 'routeless.yaml');
    expect(checked).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(words) });
    const { status, stdout } = await ran({}, 'doctor', '--target', 'routeless.yaml');
    expect([status, stdout]).toEqual([2, expect.stringMatching(/^BAD {3}target {2}http.* is no gateway: .*\n$/)]);
    expect(stdout).toMatch(words);
  });
});

describe('check ends with status 2 and names the key to fix', () => {
  test.each<[string, Readonly<Record<string, string>>, (request: StubRequest) => StubAnswer | undefined, RegExp]>([
    [
      'a wrong secret',
      SET,
      ({ url }) => (url === '/token' ? REFUSED : undefined),
      /BAD {2}trader: no token for trader: .* answered 401 invalid_client: No such client; mend .*trader\.clientSecretEnv$/m,
    ],
    [
      'a variable that is not set',
      {},
      () => undefined,
      /staging\.yaml:5:\d+: principals\.trader\.clientSecretEnv: the/,
    ],
    ['a principal of other capabilities', SET, () => undefined, /BAD {2}viewer: should hold no capability; holds ord/],
    [
      'a clock far off',
      SET,
      (request) => ({
        ...(isOfViewer(request) ? viewer : usual(request)),
        headers: { Date: 'Mon, 05 Jan 1998 00:00:00 GMT' },
      }),
      /BAD {2}clock: \d+ s off this machine's; synchronise/,
    ],
  ])('%s', async (_, env, answerTo, words) => {
    const { status, stdout, stderr } = await ran(env, ...CHECK, await profiled(answerTo));
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
  });

  test('a fixture that a selected check needs, and no other', async () => {
    const file = await profiled((request) =>
      request.url === '/accounts/1'
        ? { status: 404, headers: { 'X-Request-Id': 'r' }, body: { error: { code: 'NOT_FOUND' } } }
        : isOfViewer(request)
          ? viewer
          : undefined,
    );
    const needing = await ran(SET, 'check', '--select', 'ord/account-is-named-by-id-or-alias', '--target', file);
    expect(needing.stderr).toMatch(/BAD {2}fixtures\.account: GET \/accounts\/1 by trader answered 404 NOT_FOUND/);
    expect((await ran(SET, ...CHECK, file)).stderr).toBe('');
  });
});

test('--no-preflight continues in any case', async () => {
  const { stdout } = await ran(SET, ...CHECK, await profiled(() => undefined), '--no-preflight');
  expect(stdout).toContain('requests in');
});

test('an issuer that answers 503 once is tried again', async () => {
  let times = 0;
  const file = await profiled((request) => {
    if (request.url === '/token') times += 1;
    if (request.url === '/token' && times === 1) return { status: 503, body: '' };
    return isOfViewer(request) ? viewer : undefined;
  });
  expect((await ran(SET, ...CHECK, file)).stderr).toBe('');
});
