/**
 * A valid gateway, or its control plane, is lost during a run: the run stops with the cause. If the trouble is temporary, or
 * affects one route, the run continues. A proxy of the test redirects addresses during the run, which takes some cases of each
 * check.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Profile } from '../../../conformance/member/profile/profile.ts';
import type { Transport } from '../../../conformance/member/sending/transport.ts';
import { exitStatus } from '../../../conformance/runner/gate/exit-status.ts';
import { loadChecks } from '../../../conformance/runner/plan/load-checks.ts';
import type { RunRecord } from '../../../conformance/runner/record/run-record.ts';
import { startSandbox } from '../../../platform-sim/sandbox.ts';
import { alarms } from '../judged-against.ts';
import { fastStopwatch } from '../suite/fast-stopwatch.ts';
import { judgedByProfile, SEED } from '../suite/judged-by-profile.ts';

/** Checks that fill an inbox send as much as all others. */
const checks = (await loadChecks()).filter(({ waits, id }) => waits === undefined && !id.endsWith('-full'));
const [ofWrites, ofControl] = [/^(idem|ord|err|reg|rid)\//, /^(idem|auth|rid)\//].map((prefix) => {
  return checks.filter(({ id }) => prefix.test(id));
}) as [typeof checks, typeof checks];
/** The speed of the suite's clock: the suite waits long before it considers a target lost. */
const RATE = 10;
const stopwatch = fastStopwatch(RATE);
const RUN = { resetBetweenChecks: false, runs: 1, requests: 600, stopwatch };
const REAL = { clock: 'real', seed: SEED, members: [] } as const;
/** Requests that are served before the trouble begins. */
const GOOD = 60;

type Trouble = (response: ServerResponse, request: IncomingMessage) => void;
/** The trouble of a request; `n` counts requests since the trouble began. */
type TroubleOf = (n: number, request: IncomingMessage) => Trouble | undefined;

/** A proxy in front of an address. */
async function proxyTo(upstream: string, troubleOf: (n: number, request: IncomingMessage) => Trouble | undefined) {
  let served = 0;
  const server = createServer((incoming, response) => {
    served += 1;
    const trouble = troubleOf(served, incoming);
    if (trouble !== undefined) return trouble(response, incoming);
    const { method, url, rawHeaders } = incoming;
    const sent = forward(new URL(url ?? '/', upstream), { method, headers: rawHeaders }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    return void incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close, [Symbol.dispose]: close };
}

async function recordWith(troubleOf: TroubleOf, allowed: Profile['limits'] = {}): Promise<RunRecord> {
  await using sandbox = await startSandbox(REAL);
  using proxy = await proxyTo(sandbox.baseUrl, (n, request) => (n <= GOOD ? undefined : troubleOf(n - GOOD, request)));
  const { control: _, sockets: __, ...profile } = sandbox.profile;
  const limits = { timeoutMs: 1_000 * RATE, ...allowed };
  return await judgedByProfile({ ...profile, limits, baseUrl: proxy.url }, ofWrites, RUN);
}

/** Runs an action at the request with this number. */
const atRequest =
  (number: number, act: () => void) =>
  (transport: Transport): Transport => {
    let sent = 0;
    return {
      ...transport,
      send(request) {
        sent += 1;
        if (sent === number) act();
        return transport.send(request);
      },
    };
  };

function expectLost(record: RunRecord, cause: RegExp): void {
  expect(alarms(record.checks)).toEqual([]);
  expect([record.run.stopped, exitStatus(record)]).toEqual(['target lost', 4]);
  expect(record.run.cause).toMatch(cause);
  expect(record.run.cause).not.toContain('\n');
}

function answering(status: number, headers: Readonly<Record<string, string>>, body: string): Trouble {
  return (response) => void response.writeHead(status, { Server: 'nginx', ...headers }).end(body);
}

/** For troubles other than silence, because a busy machine takes more than a second to answer. */
const PATIENT = { timeoutMs: 20_000 * RATE };
const PAGE = { 'Content-Type': 'text/html' };
const OF_A_MEMBER = { 'Content-Type': 'application/json', 'X-Request-Id': 'request-0001', 'Retry-After': '1' };
const RATE_LIMITED = { code: 'RATE_LIMITED', message: 'too many', requestId: 'request-0001', retryable: true };
const TO_LOGIN = { ...PAGE, Location: 'https://login.example/' };
const hanging: Trouble = () => {};
const TEN_MB = Buffer.alloc(10 << 20, 'x');
/** A slow machine may still be reading it when the next request is due. Then one request is reported, with the probe's result. */
const endless: Trouble = (response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end(TEN_MB);
const dropped: Trouble = (response) => void response.destroy();
const badGateway = answering(502, PAGE, '<html>');

// biome-ignore format: an aligned table
test.concurrent.each<readonly [string, Trouble, RegExp]>([
  ['hangs',                      hanging,                                                                /^[23] requests in a row got no answer \(timeout\)/],
  ['answers 502',                badGateway,                                                             /^10 of the last .*502 text\/html, server nginx/],
  ['answers its own 429',        answering(429, OF_A_MEMBER, JSON.stringify({ error: RATE_LIMITED })),   /^the last 10 answers were 429 RATE_LIMITED/],
  ['redirects to a login page',  answering(302, TO_LOGIN, ''),                                           /^10 of the last .*302 empty, server nginx to https:\/\/login\.example/],
  ['sends 10 MB',                endless,                                                                /^([23] requests in a row|a request) got no answer .*an answer longer than 8 MB/],
  ['drops connections',          dropped,                                                                /^\d+ requests in a row got no answer \(reset\)/],
])('a member that %s: stopped, with the cause', { timeout: 300_000 }, async (_, trouble, cause) => {
  const record = await recordWith(() => trouble, trouble === hanging ? {} : PATIENT);
  expectLost(record, cause);
  const left = { verdict: 'not-exercised', reason: 'the target was lost before it' };
  expect(record.checks).toContainEqual(expect.objectContaining(left));
});

test.concurrent.each<readonly [string, TroubleOf, Profile['limits']]>([
  ['loses one connection in a hundred', (n) => (n % 100 === 0 ? dropped : undefined), PATIENT],
  ['hangs on one route', (_, { url }) => (url?.startsWith('/executions') === true ? hanging : undefined), {}],
])('a member that %s is judged to the end', { timeout: 300_000 }, async (_, troubleOf, limits) => {
  const record = await recordWith(troubleOf, limits);
  expect(alarms(record.checks)).toEqual([]);
  expect([record.run.stopped, record.run.cause]).toEqual([null, undefined]);
  expect(record.checks.some(({ verdict }) => verdict === 'pass')).toBe(true);
});

test('a member that hangs on every write: requirements of writes are not exercised, with the reason', {
  timeout: 300_000,
}, async () => {
  const limits = { writes: true, requestsPerSecond: 20 };
  const record = await recordWith((_, { method }) => (method === 'GET' ? undefined : hanging), limits);
  expect(alarms(record.checks)).toEqual([]);
  expect([record.run.stopped, exitStatus(record)]).toEqual([null, 3]);
  const unsent = record.checks.filter(({ reason }) =>
    /^(writes|\w+ \/\S+): 3 in a row got no answer within 10 s/.test(reason ?? ''),
  );
  // Parallel checks have sent further writes before the three that reveal the loss.
  expect(unsent.length).toBeGreaterThan(10);
  expect(new Set(unsent.map(({ verdict }) => verdict))).toEqual(new Set(['not-exercised', 'inconclusive']));
});

/** At that moment the current check has restarted members, set faults, or done neither. */
test.each([60, 300])(
  'a sandbox that ends after %i requests, and its control plane with it',
  {
    timeout: 300_000,
  },
  async (served) => {
    const sandbox = await startSandbox(REAL);
    let closed: Promise<void> | undefined;
    const through = atRequest(served, () => {
      closed = sandbox.close();
    });
    const profile = { ...sandbox.profile, limits: { timeoutMs: 1_000 * RATE } };
    const record = await judgedByProfile(profile, ofControl, { ...RUN, through });
    await closed;
    expectLost(record, /ECONNREFUSED/);
  },
);

test('a lost control plane of a running member', { timeout: 300_000 }, async () => {
  await using sandbox = await startSandbox(REAL);
  using plane = await proxyTo(sandbox.controlUrl, () => undefined);
  const through = atRequest(150, plane.close);
  const record = await judgedByProfile({ ...sandbox.profile, control: plane.url }, ofControl, { ...RUN, through });
  expectLost(record, /control plane/);
});
