/**
 * A standby platform process with its own control port. It refuses to start with options with which it could not take over. After
 * a takeover, earlier and later tokens work at earlier and new members.
 */
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { status } from '../../../conformance/member/exchange/exchange.ts';
import { WITHOUT_NATS } from '../../../platform-sim/nats/testing/nats-server.ts';
import type { OwnProcess } from '../testing/own-process.ts';
import { clientAt, controlAt, type OnNats, startOnNats, tokenOf } from './worlds.ts';

const PUBLIC_URL = 'http://127.0.0.1:4010';
const urlOf = (port = ''): string => `http://127.0.0.1:${port}`;

describe.skipIf(WITHOUT_NATS !== undefined)('a platform process that stands by', { timeout: 120_000 }, () => {
  /** A port that another program uses. */
  const another = createServer();
  let other: string;
  let on: OnNats;
  let first: OwnProcess;
  let [active, standby, before, after] = ['', '', '', ''];

  const profileOf = (controlPort: string): string => join(on.folder, `profile-${controlPort}.json`);
  const platform = (controlPort: string, ...more: readonly string[]): OwnProcess =>
    on.start([
      ...['platform', '--control-port', controlPort, '--profile-out', profileOf(controlPort)],
      ...['--clock', 'x60', '--public-url', PUBLIC_URL, ...more],
    ]);
  async function issuedAt(controlPort: string): Promise<string> {
    const profile = JSON.parse(readFileSync(profileOf(controlPort), 'utf8'));
    expect(new URL(profile.identity.tokenEndpoint).port).toBe(controlPort);
    return tokenOf(profile, 'trader');
  }
  const statusOf = async (port: string, token: string) =>
    status(await clientAt(urlOf(port), token).send({ method: 'GET', path: '/accounts' }));

  beforeAll(async () => {
    on = await startOnNats(4);
    [active, standby, before, after] = on.ports as [string, string, string, string];
    await new Promise<void>((resolve) => another.listen(0, '127.0.0.1', resolve));
    other = `${(another.address() as AddressInfo).port}`;
    first = platform(active);
    await first.ready;
  }, 300_000);
  afterAll(async () => {
    another.close();
    await on[Symbol.asyncDispose]();
  });

  // biome-ignore format: an aligned table
  test.each<readonly [string, readonly string[], RegExp]>([
    ['its control port is taken',         [],                                       /^touchstone: port [0-9]+ of 127\.0\.0\.1 is taken: /],
    ['it has another clock',              ['--clock', 'real'],                      /^touchstone: the active platform process \(process [0-9]+ on [^)]+\) runs with --clock x60, and this one was started with --clock real: start it with --clock x60$/],
    ['it has another rate',               ['--clock', 'x30'],                       /runs with --clock x60, and this one was started with --clock x30: start it with --clock x60$/],
    ['it has another public address',     ['--public-url', urlOf('4999')],          /runs with --public-url http:\/\/127\.0\.0\.1:4010, and this one was started with --public-url http:\/\/127\.0\.0\.1:4999: start it with --public-url http:\/\/127\.0\.0\.1:4010$/],
    ['its clock would be virtual',        ['--clock', 'virtual'],                   /^touchstone: --clock virtual moves in one process only/],
    ['it cannot write its profile',       ['--profile-out', '/dev/null/p.json'],    /^touchstone: cannot write the profile \/dev\/null\/p.json/],
  ])('exits with 2 at its start if %s', async (_, more, line) => {
    const refused = platform(more.length === 0 ? other : '0', ...more);
    expect(await refused.gone).toBe(2);
    expect(refused.said()).toMatch(line);
    expect(refused.said().split('\n')).toHaveLength(1);
  });

  test('answers 503 at its control port and names the active one', async () => {
    const second = platform(standby);
    await expect.poll(() => second.said(), { timeout: 20_000 }).toMatch(/stands by/);
    const answer = await fetch(`${urlOf(standby)}/members`);
    expect(answer.status).toBe(503);
    const message = `^this platform process stands by for process [0-9]+ on .*: use its control plane, ${urlOf(active)}$`;
    expect(await answer.json()).toEqual({
      error: { code: 'UNAVAILABLE', message: expect.stringMatching(new RegExp(message)) },
    });
    expect(await platform(standby).gone).toBe(2);
  });

  test('prints a line when it takes over; earlier and later tokens work at every member', async () => {
    const second = on.started.find((own) => own.said().includes('stands by')) as OwnProcess;
    await on.start(['member', '--port', before]).ready;
    const former = await issuedAt(active);
    // A member answers 503 NOT_PRIMED until it has the issuer's keys, which takes longer on a busy machine.
    await expect.poll(() => statusOf(before, former), { timeout: 20_000 }).toBe(200);
    await first.kill();
    await second.ready;
    const line = `^touchstone: took over from process [0-9]+ on .*; the control plane is at ${urlOf(standby)}$`;
    expect(second.said()).toMatch(new RegExp(line, 'm'));
    const newer = await issuedAt(standby);
    await on.start(['member', '--port', after]).ready;
    await expect
      .poll(
        () => Promise.all([before, after].flatMap((port) => [former, newer].map((token) => statusOf(port, token)))),
        {
          timeout: 20_000,
        },
      )
      .toEqual([200, 200, 200, 200]);
    expect(await controlAt(urlOf(standby)).discoverOpenId()).toMatchObject({
      issuer: `${urlOf(active)}/identity`,
      token_endpoint: `${urlOf(standby)}/identity/token`,
      jwks_uri: `${urlOf(standby)}/identity/jwks`,
    });
  });

  test('may have the ports of the active one on its machine, which it opens at the takeover', async () => {
    const current = on.started.find((own) => own.said().includes('took over')) as OwnProcess;
    const third = platform(standby);
    await expect.poll(() => third.said(), { timeout: 20_000 }).toMatch(/stands by/);
    await current.kill('SIGTERM');
    await third.ready;
    expect((await fetch(`${urlOf(standby)}/members`)).status).toBe(200);
  });
});
