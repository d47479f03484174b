/**
 * A good gateway without a control plane, behind an address that after a while leads elsewhere. The run stops with the
 * cause; where the trouble passes, or is of one route, it goes on.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Profile } from '../../conformance/member/profile/profile.ts';
import { exitStatus } from '../../conformance/runner/gate/exit-status.ts';
import { loadChecks } from '../../conformance/runner/plan/load-checks.ts';
import type { RunRecord } from '../../conformance/runner/record/run-record.ts';
import { startSandbox } from '../../platform-sim/sandbox.ts';
import { alarms } from './judged-against.ts';
import { fastStopwatch } from './suite/fast-stopwatch.ts';
import { judgedByProfile, SEED } from './suite/judged-by-profile.ts';

const checks = await loadChecks();
const some = checks.filter(({ id, waits }) => /^(idem|ord|err|reg|rid)\//.test(id) && waits === undefined);
/** Of the suite's time: it waits long before it gives a target up. */
const RATE = 10;
const stopwatch = fastStopwatch(RATE);
/** So many requests are served before the trouble begins. */
const GOOD = 200;

type Trouble = (response: ServerResponse, request: IncomingMessage) => void;

function passOn(upstream: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url, rawHeaders } = incoming;
  const sent = forward(new URL(url ?? '/', upstream), { method, headers: rawHeaders }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
    answer.pipe(response);
  });
  sent.on('error', () => response.destroy());
  incoming.pipe(sent);
}

/** `troubleOf`: what befalls a request; `n` counts those from the beginning of the trouble on. */
async function recordWith(
  troubleOf: (n: number, request: IncomingMessage) => Trouble | undefined,
  allowed: Profile['limits'] = {},
): Promise<RunRecord> {
  await using sandbox = await startSandbox({ clock: 'real', seed: SEED, members: [] });
  let served = 0;
  const server = createServer((incoming, response) => {
    served += 1;
    const trouble = served <= GOOD ? undefined : troubleOf(served - GOOD, incoming);
    if (trouble === undefined) passOn(sandbox.baseUrl, incoming, response);
    else trouble(response, incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { control: _, sockets: __, ...profile } = sandbox.profile;
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const limits = { timeoutMs: 1_000 * RATE, ...allowed };
  try {
    return await judgedByProfile({ ...profile, limits, baseUrl }, some, {
      resetBetweenChecks: false,
      runs: 3,
      stopwatch,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function answering(status: number, headers: Readonly<Record<string, string>>, body: string): Trouble {
  return (response) => void response.writeHead(status, { Server: 'nginx', ...headers }).end(body);
}

const PAGE = { 'Content-Type': 'text/html' };
const refused = JSON.stringify({
  error: { code: 'RATE_LIMITED', message: 'too many', requestId: 'request-0001', retryable: true },
});
const hanging: Trouble = () => {};
const badGateway = answering(502, PAGE, '<html>');

const LOST: readonly (readonly [name: string, Trouble, cause: RegExp])[] = [
  ['hangs', hanging, /^[23] requests in a row got no answer \(timeout\)/],
  ['answers 502', badGateway, /^10 of the last .*502 text\/html, server nginx/],
  ['answers a bare 429', answering(429, PAGE, '<html>'), /^10 of the last .*429 text\/html, server nginx/],
  [
    'answers its own 429',
    answering(429, { 'Content-Type': 'application/json', 'X-Request-Id': 'request-0001', 'Retry-After': '1' }, refused),
    /^the last 10 answers were 429 RATE_LIMITED/,
  ],
  [
    'redirects to a login page',
    answering(302, { ...PAGE, Location: 'https://login.example/' }, ''),
    /^10 of the last .*302 empty, server nginx to https:\/\/login\.example/,
  ],
  [
    'sends 50 MB',
    (response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('x'.repeat(50 << 20)),
    /^[23] requests in a row got no answer .*an answer longer than 8 MB/,
  ],
  ['drops connections', (response) => void response.destroy(), /^\d+ requests in a row got no answer \(reset\)/],
];

test.concurrent.each(LOST)(
  'a member that %s: stopped, with the cause',
  { timeout: 300_000 },
  async (_, trouble, cause) => {
    const record = await recordWith(() => trouble);
    expect(alarms(record.checks)).toEqual([]);
    expect([record.run.stopped, exitStatus(record)]).toEqual(['target lost', 4]);
    expect(record.run.cause).toMatch(cause);
    const left = { verdict: 'not-exercised', reason: 'the target was lost before it' };
    expect(record.checks).toContainEqual(expect.objectContaining(left));
  },
);

const PASSING: readonly (readonly [
  name: string,
  troubleOf: (n: number, request: IncomingMessage) => Trouble | undefined,
])[] = [
  ['loses one connection in a hundred', (n) => (n % 100 === 0 ? (response) => void response.destroy() : undefined)],
  ['hangs on one route', (_, { url }) => (url?.startsWith('/executions') === true ? hanging : undefined)],
];

test.concurrent.each(PASSING)('a member that %s is judged to the end', { timeout: 300_000 }, async (_, troubleOf) => {
  const record = await recordWith(troubleOf);
  expect(alarms(record.checks)).toEqual([]);
  expect([record.run.stopped, record.run.cause]).toEqual([null, undefined]);
  expect(record.checks.some(({ verdict }) => verdict === 'pass')).toBe(true);
});

test('a member that hangs on every write: what writes were to show is not exercised, and it says why', {
  timeout: 300_000,
}, async () => {
  const record = await recordWith((_, { method }) => (method === 'GET' ? undefined : hanging), {
    writes: true,
    requestsPerSecond: 20,
  });
  expect(alarms(record.checks)).toEqual([]);
  expect([record.run.stopped, exitStatus(record)]).toEqual([null, 3]);
  const unsent = record.checks.filter(({ reason }) =>
    /^(writes|\w+ \/\S+): 3 in a row got no answer within 10 s/.test(reason ?? ''),
  );
  // Side by side, more checks have sent a write before the three that tell.
  expect(unsent.length).toBeGreaterThan(10);
  expect(new Set(unsent.map(({ verdict }) => verdict))).toEqual(new Set(['not-exercised', 'inconclusive']));
});

test('a restart of ten seconds is outlasted', { timeout: 300_000 }, async () => {
  let sinceMs: number | undefined;
  const record = await recordWith(() => {
    sinceMs ??= stopwatch.nowMs();
    return stopwatch.nowMs() - sinceMs < 10_000 ? badGateway : undefined;
  });
  expect(alarms(record.checks)).toEqual([]);
  expect([record.run.stopped, exitStatus(record)]).toEqual([null, 0]);
});
