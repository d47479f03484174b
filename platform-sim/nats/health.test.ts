/** Health and metrics of the processes of a deployment: the active platform, one that stands by, and one of members. */
import { createServer, type Server } from 'node:net';
import { Kvm } from '@nats-io/kv';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createClock } from '../clock.ts';
import { PortError } from '../front/port-error.ts';
import { startSandbox } from '../sandbox.ts';
import { freePort } from '../testing/free-port.ts';
import { sceneOn } from '../testing/sample-scene.ts';
import { ask } from '../testing/sample-world.ts';
import { scrape, WITHOUT_PARSER } from '../testing/strict-metrics.ts';
import { memberHealth } from './bus/member-health.ts';
import { type MemberHostOptions, startMemberHost } from './bus/member-host.ts';
import { thisProcess } from './bus/process-facts.ts';
import { AT_ONCE, membersOn, platformOn } from './bus/testing/sample-processes.ts';
import { LEASE_KEY } from './lease/lease-key.ts';
import { LEASE_BUCKET } from './names.ts';
import { WITHOUT_NATS } from './testing/nats-server.ts';
import { connected, machineClock, natsOf } from './testing/sample-nats.ts';

const PATIENT = { timeout: 20_000 };

interface Read {
  readonly status: number;
  readonly body: { readonly ready: boolean; readonly role: string; readonly why?: string };
}

async function read(url: string): Promise<Read> {
  const answer = await fetch(`${url}/health`);
  return { status: answer.status, body: (await answer.json()) as Read['body'] };
}

/** Resolves once it states this: `ready`, or the beginning of its reason. */
async function states(url: string, what: string): Promise<void> {
  await expect.poll(async () => stated(await read(url)), PATIENT).toContain(what);
}

/** Whether the port was free. */
const listens = (server: Server, port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(false)).listen(port, host, () => resolve(true));
  });

const stated = ({ status, body }: Read): string => `${status} ${body.role} ${body.ready ? 'ready' : body.why}`;

const members = (platform: string, of: Partial<MemberHostOptions> = {}) =>
  startMemberHost({
    ...{ platform, plans: [{ version: '0.14.0' }], host: '127.0.0.1', port: 0, said: () => undefined },
    ...of,
  });

describe.skipIf((WITHOUT_NATS ?? WITHOUT_PARSER) !== undefined)(
  'the processes of a deployment',
  { timeout: 120_000 },
  () => {
    test('are ready while NATS answers, a member while it takes requests, and say what is missing', async () => {
      const nats = await natsOf();
      const platform = await platformOn(nats.url);
      const { controlUrl } = platform;
      // A platform needs no member: its control plane is how one returns.
      await states(controlUrl, '200 platform ready');
      const { healthUrl, url: gateway } = await membersOn(nats.url, '0.14.0');
      await states(healthUrl, '200 member ready');
      const at = await sceneOn(platform);
      await at.operate('/members/m1/drain');
      await states(healthUrl, '503 member every member is drained');
      await states(controlUrl, '200 platform ready');
      // Another process takes its port meanwhile.
      const { port, hostname } = new URL(gateway);
      const other = createServer();
      await expect.poll(() => listens(other, Number(port), hostname), PATIENT).toBe(true);
      await at.operate('/members/m1/return');
      await states(healthUrl, `503 member port ${port} of 127.0.0.1 is taken`);
      await new Promise((resolve) => other.close(resolve));
      await states(healthUrl, '200 member ready');
      await nats.kill();
      await states(controlUrl, '503 platform NATS does not answer at 127.0.0.1:');
      await states(healthUrl, '503 member NATS does not answer at 127.0.0.1:');
      await nats.start();
      await states(controlUrl, '200 platform ready');
      await states(healthUrl, '200 member ready');
    });

    test('with a gateway of its own is ready while members of its own take requests', async () => {
      const { url } = await natsOf();
      const sandbox = await startSandbox({ clock: 'real', platform: url });
      onTestFinished(() => sandbox.close(AT_ONCE));
      await membersOn(url, '0.14.0');
      const at = await sceneOn(sandbox);
      await expect.poll(async () => (await at.control('GET', '/members')).body.items.length, PATIENT).toBe(2);
      await at.operate('/members/m1/drain');
      expect((await fetch(`${sandbox.baseUrl}/me`)).status).toBe(503);
      expect(stated(await read(sandbox.controlUrl))).toBe('503 sandbox every member is drained');
    });

    test('count each request in the process of its member alone', async () => {
      const { url } = await natsOf();
      const platform = await platformOn(url);
      const [one, other] = [await membersOn(url, '0.14.0'), await membersOn(url, '0.14.0')];
      for (const { healthUrl } of [one, other]) await states(healthUrl, '200 member ready');
      for (const { url: gateway } of [one, one, other]) expect((await fetch(`${gateway}/me`)).status).toBe(401);
      // The platform shows the exchanges of both, and counts none.
      const at = await sceneOn(platform);
      await expect.poll(async () => (await at.control('GET', '/exchanges')).body.items.length, PATIENT).toBe(3);
      const counted = async (at: string) =>
        (await scrape(at)).sum('touchstone_requests_total', { route: '/me', status: '401' });
      expect([await counted(one.healthUrl), await counted(other.healthUrl)]).toEqual([2, 1]);
      expect(await counted(platform.controlUrl)).toBeUndefined();
      const scraped = await scrape(one.healthUrl);
      expect([
        scraped.sum('touchstone_ready', { role: 'member' }),
        scraped.sum('touchstone_member_lag_records'),
      ]).toEqual([1, 0]);
      expect(scraped.sum('touchstone_sequence_position')).toBeUndefined();
    });

    test('that stands by is not ready, names the active one, and has its own metrics', async () => {
      const { url } = await natsOf();
      const active = await platformOn(url);
      const controlPort = await freePort();
      const interruption = new AbortController();
      const stands = Promise.withResolvers<void>();
      const standby = startSandbox({
        ...{ clock: 'real', platform: url, serves: false, controlPort, signal: interruption.signal },
        standsBy: () => stands.resolve(),
      }).catch(() => undefined);
      onTestFinished(async () => {
        interruption.abort();
        await standby;
      });
      await stands.promise;
      const at = `http://127.0.0.1:${controlPort}`;
      expect(await read(at)).toEqual({
        status: 503,
        body: {
          ready: false,
          role: 'standby',
          why: expect.stringMatching(new RegExp(`^it stands by for process .*, use ${active.controlUrl}$`)),
        },
      });
      expect((await scrape(at)).sum('touchstone_ready', { role: 'standby' })).toBe(0);
      expect((await fetch(`${at}/clock`)).status).toBe(503);
      expect((await fetch(`${at}/health`, { method: 'POST' })).status).toBe(503);
      // A third process becomes the active one.
      const bucket = await new Kvm(await connected({ url })).open(LEASE_BUCKET);
      const details = { clock: 'real', publicUrl: null, controlUrl: 'http://other:4011' };
      const third = JSON.stringify({ holder: 'process 7 on other', token: 'third', details });
      await expect
        .poll(async () => {
          await bucket.put(LEASE_KEY, third);
          return (await read(at)).body.why;
        }, PATIENT)
        .toBe('it stands by for process 7 on other, use http://other:4011');
    });

    test('of members alone answers before it finds a platform, and until it has ended', async () => {
      const { url } = await natsOf();
      const healthPort = await freePort();
      const at = `http://127.0.0.1:${healthPort}`;
      const starting = members(url, { healthPort });
      await states(at, `503 member it waits for a platform on ${url}`);
      expect((await scrape(at)).sum('touchstone_ready')).toBe(0);
      const platform = await platformOn(url);
      const host = await starting;
      expect(host.healthUrl).toBe(at);
      await states(at, '200 member ready');
      // An unanswered request keeps it from ending.
      const scene = await sceneOn(platform);
      await scene.control('POST', '/faults', { on: { edge: 'answer' }, hold: 'late' });
      const open = fetch(`${host.url}/me`);
      await expect.poll(async () => (await scrape(at)).sum('touchstone_requests_in_flight'), PATIENT).toBe(1);
      const closing = host.close({ idleGraceMs: 0, deadlineMs: 60_000 });
      expect(stated(await read(at))).toBe('503 member it ends');
      await scene.operate('/holds/late/release');
      expect((await open).status).toBe(401);
      await closing;
      await expect(read(at)).rejects.toThrow('fetch failed');
    });

    test('of members alone ends where its health port is taken, and frees the port where NATS does not answer', async () => {
      const { url } = await natsOf();
      const [taken, healthPort] = [createServer(), await freePort()];
      await listens(taken, healthPort, '127.0.0.1');
      await expect(members(url, { healthPort })).rejects.toThrow(PortError);
      await expect(members(url, { healthPort })).rejects.toThrow(`port ${healthPort} of 127.0.0.1 is taken`);
      await new Promise((resolve) => taken.close(resolve));
      for (let n = 0; n < 2; n += 1)
        await expect(members('nats://127.0.0.1:1', { healthPort })).rejects.toThrow('no NATS server answers');
    });

    test('of members alone leaves its platform where its gateway cannot listen', async () => {
      const { url } = await natsOf();
      const at = await sceneOn(await platformOn(url));
      const [taken, port] = [createServer(), await freePort()];
      onTestFinished(() => void taken.close());
      await listens(taken, port, '127.0.0.1');
      const kinds = async () =>
        (await at.control('GET', '/processes')).body.items.map(({ kind }: { readonly kind: string }) => kind);
      await expect(members(url, { port })).rejects.toThrow(`port ${port} of 127.0.0.1 is taken`);
      expect(await kinds()).toEqual(['platform']);
    });
  },
);

async function health(healthHost?: string) {
  const facts = thisProcess(createClock({ mode: 'virtual' }));
  const opened = await memberHealth({ healthHost, serverOptions: {}, clock: machineClock, facts });
  onTestFinished(opened.close);
  return opened;
}

describe('the health port of a process of members', () => {
  const OTHER_HOST = /use http:.*, or start the member with --health-host 0\.0\.0\.0/;
  // biome-ignore format: an aligned table
  test.each([
    ['127.0.0.1', 'localhost:1', 200, /EOF/], ['127.0.0.1', 'evil.example', 403, OTHER_HOST], ['127.0.0.1', '10.0.0.7:1', 403, OTHER_HOST],
    ['0.0.0.0',   '10.0.0.7:1',  200, /EOF/], ['0.0.0.0',   'member-1:1',   200, /EOF/],
  ] as const)('at %s answers the Host %s with %i', async (healthHost, host, status, text) => {
    const { url } = await health(healthHost);
    expect(await ask('GET', `${url}/metrics`, { host })).toMatchObject({ status, text: expect.stringMatching(text) });
  });

  // biome-ignore format: an aligned table
  test.each([
    ['GET', '/health', 503], ['HEAD', '/metrics', 200], ['GET', '/metrics?x=1', 200],
    ['POST', '/health', 404], ['GET', '/members', 404], ['GET', '/metrics/', 404], ['GET', '//', 404],
  ] as const)('%s %s: %i', async (method, path, status) => {
    const { url } = await health();
    expect((await fetch(url + path, { method })).status).toBe(status);
  });
});
