/**
 * A platform process that stands by, with a control port of its own: it refuses at its start what it could not continue,
 * and after a takeover tokens of before and after it work at members that were there and at new ones.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startNats, type TestNats, WITHOUT_NATS } from '../../platform-sim/log/nats/testing/nats-server.ts';
import { freePort } from '../../platform-sim/testing/free-port.ts';
import { type OwnProcess, startOwn } from './testing/own-process.ts';

const PUBLIC_URL = 'http://127.0.0.1:4010';

describe.skipIf(WITHOUT_NATS !== undefined)('a platform process that stands by', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-standby-'));
  const everything: OwnProcess[] = [];
  /** A port of none of them. */
  const another = createServer();
  let other: string;
  let nats: TestNats;
  let first: OwnProcess;
  let controls: readonly string[];
  let ports: readonly string[];

  function start(args: readonly string[]): OwnProcess {
    const own = startOwn([...args, '--platform', nats.url, '--json'], folder);
    everything.push(own);
    return own;
  }
  const profileOf = (controlPort = ''): string => join(folder, `profile-${controlPort}.json`);
  const platform = (controlPort = '', ...more: readonly string[]): OwnProcess =>
    start([
      ...['platform', '--control-port', controlPort, '--profile-out', profileOf(controlPort)],
      ...['--clock', 'x60', '--public-url', PUBLIC_URL, ...more],
    ]);
  async function member(port = ''): Promise<void> {
    await start(['member', '--port', port]).ready;
  }
  async function tokenOf(controlPort = ''): Promise<string> {
    const { identity, principals } = JSON.parse(readFileSync(profileOf(controlPort), 'utf8')) as {
      readonly identity: { readonly tokenEndpoint: string };
      readonly principals: Record<string, { readonly clientId: string; readonly clientSecret: string }>;
    };
    expect(new URL(identity.tokenEndpoint).port).toBe(controlPort);
    const { clientId = '', clientSecret = '' } = principals['trader'] ?? {};
    const answer = await fetch(identity.tokenEndpoint, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
    });
    return ((await answer.json()) as { readonly access_token: string }).access_token;
  }
  const statusOf = async (port = '', token = ''): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/accounts`, { headers: { authorization: `Bearer ${token}` } })).status;

  beforeAll(async () => {
    nats = await startNats();
    await new Promise<void>((resolve) => another.listen(0, '127.0.0.1', resolve));
    other = `${(another.address() as AddressInfo).port}`;
    ports = (await Promise.all(Array.from({ length: 5 }, freePort))).map(String);
    controls = ports.slice(0, 3);
    first = platform(controls[0]);
    await first.ready;
  }, 60_000);
  afterAll(async () => {
    await Promise.all(everything.map((own) => own.kill()));
    another.close();
    await nats[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    ['its control port is taken', () => other, [], /^touchstone: port [0-9]+ of 127\.0\.0\.1 is taken: /],
    [
      'it has another clock',
      () => '0',
      ['--clock', 'real'],
      /^touchstone: the active platform process \(process [0-9]+ on [^)]+\) runs with --clock x60, and this one was started with --clock real: start it with --clock x60$/,
    ],
    [
      'it has another rate',
      () => '0',
      ['--clock', 'x30'],
      /runs with --clock x60, and this one was started with --clock x30: start it with --clock x60$/,
    ],
    [
      'it has another public address',
      () => '0',
      ['--public-url', 'http://127.0.0.1:4999'],
      /runs with --public-url http:\/\/127\.0\.0\.1:4010, and this one was started with --public-url http:\/\/127\.0\.0\.1:4999: start it with --public-url http:\/\/127\.0\.0\.1:4010$/,
    ],
    [
      'its clock would be virtual',
      () => '0',
      ['--clock', 'virtual'],
      /^touchstone: --clock virtual moves in one process only/,
    ],
    [
      'it cannot write its profile',
      () => '0',
      ['--profile-out', '/dev/null/profile.json'],
      /^touchstone: cannot write the profile \/dev\/null\/profile.json/,
    ],
  ])('ends with 2 at its start where %s', async (_, port, more, line) => {
    const refused = platform(port(), ...more);
    expect(await refused.gone).toBe(2);
    expect(refused.said()).toMatch(line);
    expect(refused.said().split('\n')).toHaveLength(1);
  });

  test('answers 503 at its control port and names the active one', async () => {
    const second = platform(controls[1]);
    await expect.poll(() => second.said(), { timeout: 10_000 }).toMatch(/stands by/);
    const answer = await fetch(`http://127.0.0.1:${controls[1]}/members`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      error: {
        code: 'UNAVAILABLE',
        message: expect.stringMatching(
          new RegExp(
            `^this platform process stands by for process [0-9]+ on .*: use its control plane, http://127\\.0\\.0\\.1:${controls[0]}$`,
          ),
        ),
      },
    });
    const late = platform(controls[1]);
    expect(await late.gone).toBe(2);
  });

  test('takes over with a line; tokens of before and after work at every member', async () => {
    const second = everything.find((own) => own.said().includes('stands by')) as OwnProcess;
    const [before, after] = [ports[3], ports[4]];
    await member(before);
    const former = await tokenOf(controls[0]);
    // Until it has the issuer's keys, which a busy machine delays, a member answers 503 NOT_PRIMED.
    await expect.poll(() => statusOf(before, former), { timeout: 20_000 }).toBe(200);
    await first.kill();
    await second.ready;
    expect(second.said()).toMatch(
      new RegExp(
        `^touchstone: took over from process [0-9]+ on .*; the control plane is at http://127\\.0\\.0\\.1:${controls[1]}$`,
        'm',
      ),
    );
    const newer = await tokenOf(controls[1]);
    await member(after);
    await expect
      .poll(() => Promise.all([before, after].flatMap((port) => [former, newer].map((token) => statusOf(port, token)))))
      .toEqual([200, 200, 200, 200]);
    const metadata = await fetch(`http://127.0.0.1:${controls[1]}/identity/.well-known/openid-configuration`);
    expect(await metadata.json()).toMatchObject({
      issuer: `http://127.0.0.1:${controls[0]}/identity`,
      token_endpoint: `http://127.0.0.1:${controls[1]}/identity/token`,
      jwks_uri: `http://127.0.0.1:${controls[1]}/identity/jwks`,
    });
  });

  test('may have the ports of the active one on its machine, which it opens at the takeover', async () => {
    const active = everything.find((own) => own.said().includes('took over')) as OwnProcess;
    const third = platform(controls[1]);
    await expect.poll(() => third.said(), { timeout: 10_000 }).toMatch(/stands by/);
    await active.kill('SIGTERM');
    await third.ready;
    expect((await fetch(`http://127.0.0.1:${controls[1]}/members`)).status).toBe(200);
  });
});
