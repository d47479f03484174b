/**
 * What a member, a file or a client says reaches a terminal and the log of a CI, which obey some of it: escape sequences,
 * carriage returns, `::error::` (GitHub), `##[error]` and `##vso[` (Azure), `##teamcity[`. No command passes such a text on.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryLine } from '../../conformance/member/effects/entry.ts';
import { FAILED, record as recordOf, row } from '../../conformance/testing/sample-record.ts';
import { type StubMember, type StubRequest, startStub } from '../../conformance/testing/stub-member.ts';
import { entry } from './import/testing/sample-har.ts';
import { calm, testShell } from './testing/test-folder.ts';

const HOSTILE = [
  'A\u001b[2J\u001b]0;title\u0007\u009b31m\u0085\u007f\u0000\b\r',
  '::error file=x::INJECTED',
  '  ::set-output name=x::INJECTED',
  'INJECTED: a separate line',
  '\u2028INJECTED\u202e',
  '##[error]INJECTED ##vso[task.complete]INJECTED ##teamcity[INJECTED]',
  'section_start:1:INJECTED\r\u001b[0K',
].join('\n');
/** What the parser of HTTP lets pass in a header. */
const IN_HEADER = 'A\u009b31m\u0085##[error]INJECTED ::error::INJECTED';

/** Every member that a row, a page or a refusal may have. */
const NAMES = ['orderId', 'userId', 'status', 'displayName', 'name', 'clientOrderId', 'outcome', 'stream', 'ticket'];
const ROW = Object.fromEntries(NAMES.map((name) => [name, HOSTILE]));
const PAGE = {
  globalSequence: '1',
  asOfSeqTsNs: HOSTILE,
  items: [ROW],
  nextCursor: HOSTILE,
  prevCursor: null,
  total: null,
};
const BODY = { ...ROW, ...PAGE, user: ROW, organisation: ROW, capabilities: [HOSTILE] };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: HOSTILE, version: '0.14.0' },
  servers: [{ url: HOSTILE }],
  paths: {},
};
const HEADERS = {
  'X-Request-Id': IN_HEADER,
  'X-Service-Global-Sequence': IN_HEADER,
  ETag: IN_HEADER,
  Server: IN_HEADER,
};
const REFUSAL = { error: { code: HOSTILE, message: HOSTILE, requestId: HOSTILE, retryable: false } };

const KINDS = {
  serves: { status: 200, headers: HEADERS, body: BODY },
  refuses: { status: 422, headers: HEADERS, body: REFUSAL },
  fails: { status: 500, headers: HEADERS, body: REFUSAL },
  'is a login page': {
    status: 403,
    headers: { 'Content-Type': `text/html ${IN_HEADER}`, Server: IN_HEADER },
    body: HOSTILE,
  },
} as const;

const shell = testShell();
let member: StubMember;
let kind: keyof typeof KINDS = 'serves';
let isGranting = true;
function answerTo({ url }: StubRequest) {
  if (url.startsWith('/token'))
    return isGranting
      ? { status: 200, body: { access_token: 'opaque-token', expires_in: 600 } }
      : { status: 401, body: { error: HOSTILE, error_description: HOSTILE } };
  if (url.startsWith('/openapi.json')) return { status: 200, headers: HEADERS, body: DOCUMENT };
  return kind === 'is a login page' && !url.startsWith('/orders') ? KINDS.refuses : KINDS[kind];
}
beforeAll(async () => {
  member = await startStub(answerTo);
  const client = { clientId: 'x', clientSecret: 'hush-hush' };
  const profile = {
    baseUrl: member.baseUrl,
    identity: { tokenEndpoint: `${member.baseUrl}/token` },
    principals: { trader: client, admin: client },
    fixtures: {
      account: { id: 1, name: 'main' },
      instrument: { id: 1, symbol: 'BTC-USD', tick: '0.01', step: '0.01', price: '1.00' },
    },
    limits: { requestsPerSecond: 500, writes: true },
  };
  await shell.file('profile.json', profile);
  await shell.file(
    'play.yaml',
    calm('play', '{ as: trader, request: GET /me, expect: { status: 201, code: OK, body: { user: 1 } } }'),
  );
  await shell.file(
    'hostile.yaml',
    `id: ${JSON.stringify(HOSTILE)}\nstory: x\n${JSON.stringify(HOSTILE)}: 1\nsteps: []\n`,
  );
  await shell.file('bad.json', { ...profile, [HOSTILE]: HOSTILE });
  const traffic = {
    url: `${member.baseUrl}/orders/${encodeURIComponent(HOSTILE)}`,
    method: 'POST',
    status: 422,
    body: BODY,
    answer: REFUSAL,
  };
  const entries = [
    { ...entry(traffic) },
    entry({ ...traffic, headers: { Authorization: `Bearer ${HOSTILE}` } }),
    { request: HOSTILE },
  ];
  await shell.file('incident.har', { log: { version: '1.2', entries } });
  // biome-ignore format: an aligned table
  const effects = [
    { what: 'run', run: HOSTILE, startedAt: HOSTILE, baseUrl: member.baseUrl, target: 'profile.json' },
    { what: 'sent', n: 1, check: HOSTILE, actor: 'trader', method: 'POST', path: '/orders', key: HOSTILE, name: HOSTILE, isOwn: true },
    { what: 'made', n: 1, row: '/orders/5' },
    { what: 'sent', n: 2, check: HOSTILE, actor: 'admin', method: 'POST', path: '/users', key: HOSTILE, name: HOSTILE, isOwn: true },
    { what: 'open', n: 2, why: HOSTILE },
  ] as const;
  await shell.file('effects.jsonl', effects.map(entryLine).join(''));
  const record = JSON.stringify(
    recordOf([
      FAILED,
      row('test/unsure', { verdict: 'inconclusive', reason: 'x' }),
      row('test/not', { verdict: 'not-exercised', reason: 'x' }),
    ]),
  ).replaceAll(
    /"(reason|expected|seen|clause|title|path|given|sentence|why|message)":"[^"]*"/g,
    (_, name: string) => `"${name}":${JSON.stringify(HOSTILE)}`,
  );
  await shell.file('report.json', record);
  await shell.file('other.json', record.replaceAll('"pass"', '"fail"'));
});
afterAll(async () => {
  await member.close();
});

/** What a terminal or a CI would obey, or take for a line of ours. */
function obeyed(text: string): readonly string[] {
  const lines = text
    .split('\n')
    .filter((line) => /^\s*(::|INJECTED)|##(\[|vso\[|teamcity\[)|(?!\t)[\p{Cc}\u2028\u2029\u202e]/u.test(line));
  return lines.map((line) => JSON.stringify(line));
}

const TARGET = '--target profile.json';
const CHECK = `check ${TARGET} --no-preflight --select id/* --select page/* --select err/* --time-budget 4s`;

/** What the command printed, once it is seen that it is nothing that is obeyed. */
async function said(line: string, ...more: readonly string[]): Promise<string> {
  const { out, err } = await shell.run([
    ...line.split(' ').map((arg) => (arg === 'URL' ? member.baseUrl : arg)),
    ...more,
  ]);
  expect(out + err).not.toBe('');
  expect(obeyed(out + err)).toEqual([]);
  return out + err;
}

describe.each(['serves', 'refuses', 'fails'] as const)('a hostile member that %s', (one) => {
  test.each([
    CHECK,
    `check ${TARGET} --select id/*`,
    `doctor ${TARGET}`,
    'init --base-url URL',
    `replay play.yaml ${TARGET}`,
    'cleanup effects.jsonl',
  ])('is not obeyed: touchstone %s', async (line) => {
    kind = one;
    await said(line);
  });
});

test('a hostile proxy in front of the member is not obeyed', async () => {
  kind = 'is a login page';
  expect(await said(CHECK)).toContain('did not come from the member');
});

test('a recording says nothing of what a terminal obeys', async () => {
  kind = 'refuses';
  const [end, isServing] = [new AbortController(), Promise.withResolvers<string>()];
  const onOut = (out: string) => {
    const address = out.match(/http:\/\/127\.0\.0\.1:\d+/g)?.find((one) => one !== member.baseUrl);
    if (address !== undefined) isServing.resolve(address);
  };
  const args = ['record', '--target', member.baseUrl, '--port', '0', '--control-port', '0'];
  const recording = shell.run(args, { interrupted: end.signal, onOut });
  const address = await isServing.promise;
  for (const path of ['/orders/%1b%5b2J', '/%0a::error::INJECTED', '/##[error]INJECTED'])
    await fetch(address + path, { method: 'POST', body: HOSTILE, headers: { 'Idempotency-Key': IN_HEADER } });
  end.abort();
  const { out, err } = await recording;
  expect(out).toContain('422');
  expect(obeyed(out + err)).toEqual([]);
});

test.each([`token trader ${TARGET}`, `check ${TARGET}`, `doctor ${TARGET}`])(
  'a hostile issuer is not obeyed: touchstone %s',
  async (line) => {
    isGranting = false;
    const words = await said(line).finally(() => {
      isGranting = true;
    });
    expect(words).toContain('401');
  },
);

test.each([
  ['import incident.har'],
  ['import hostile.yaml'],
  ['report render report.json --format md --out rendered'],
  ['report compare report.json other.json'],
  ['report compare report.json other.json --format md'],
  ['report merge report.json other.json --out merged'],
  ['report render hostile.yaml --format md --out rendered'],
  ['recheck report.json'],
  ['replay hostile.yaml'],
  ['doctor --target bad.json'],
  ['check --target hostile.yaml'],
  ['cleanup incident.har'],
  ['check --select', HOSTILE],
  ['replay', HOSTILE],
])('a hostile file or word is not obeyed: touchstone %s', async (line, ...more) => {
  await said(line, ...more);
});

test('a hostile command is not obeyed', async () => {
  const { err } = await shell.run([HOSTILE]);
  expect([err === '', obeyed(err)]).toEqual([false, []]);
});
