/** A sandbox as its user starts it: principals, addresses, what a reset and a close do with work in progress. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PortError } from './front/port-error.ts';
import { startSandbox } from './sandbox.ts';
import { type Scene, scene, until } from './testing/sample-scene.ts';

const nameIn = async ({ trader }: Scene): Promise<string> => (await trader.get('/me')).body.organisation.displayName;

describe('a sandbox', () => {
  test('can be closed more than once', async () => {
    const { sandbox } = await scene();
    await Promise.all([sandbox.close(), sandbox.close()]);
    for (const url of [sandbox.baseUrl, sandbox.controlUrl]) await expect(fetch(url)).rejects.toThrow();
  });

  test('leaves no port open if it cannot have both', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await until(() => taken.listening);
    const openPorts = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
    const before = openPorts();
    const controlPort = (taken.address() as AddressInfo).port;
    await expect(startSandbox({ controlPort })).rejects.toThrow(PortError);
    await until(() => openPorts() === before);
  });
});

test.each<[string, (at: Scene) => Promise<unknown>, string]>([
  ['a reset', ({ sandbox }) => sandbox.reset(), 'keep-alive'],
  ['a close', ({ sandbox }) => sandbox.close({ deadlineMs: 60_000 }), 'close'],
])('%s answers what a fault holds, and removes the fault', async (_, end, connection) => {
  const at = await scene();
  at.add({ on: { command: 'submit' }, hold: 'verdict' });
  const held = at.order();
  await until(() => at.fault.held === 1);
  await end(at);
  const { status, headers } = await held;
  expect([status, headers['connection'], at.sandbox.faults.list()]).toEqual([201, connection, []]);
});

describe('a reset', () => {
  test('leaves nothing of the former world on the clock: no fill, no reading, no fault, no roll', async () => {
    const at = await scene();
    const atFirst = at.sandbox.clock.timers();
    for (let round = 0; round < 2; round += 1) {
      await at.order(`k-${round}`, { price: '100.00' });
      at.add({ on: { edge: 'jwks' }, fail: true, for: '1h' });
      const plan = ['restart', 'restart'].map((step) => ({ member: 'm1', do: step }));
      await at.operate(`/rolls/${(await at.operate('/rolls', { plan, every: '1m' })).id}/start`);
      expect(at.sandbox.clock.timers()).toBeGreaterThan(atFirst);
      await at.operate('/reset');
      await at.sandbox.clock.advance(0);
      expect(at.sandbox.clock.timers()).toBe(atFirst);
    }
  });

  test('goes back to the seed, or to another one; ports, tokens and secrets stay', async () => {
    const at = await scene();
    const orders = async () => (await at.trader.get('/orders')).body.items.length;
    const [count, name] = [await orders(), await nameIn(at)];
    const first = await at.order('the-same-key');
    expect(await at.operate('/reset')).toEqual({ seed: 1, position: at.sandbox.platform.head() });
    expect(await orders()).toBe(count);
    const again = await at.order('the-same-key');
    expect([first.status, again.status, again.headers['idempotent-replay']]).toEqual([201, 201, undefined]);
    await at.sandbox.reset(99);
    expect(await nameIn(at)).not.toBe(name);
    expect((await at.control('GET', '/health')).body.seed).toBe(99);
    expect((await at.token()).status).toBe(200);
  });
});

describe('under a public URL', () => {
  /** Requests this machine's port under another host name, as a neighbouring container does. */
  async function named(port: number, host: string, path: string, { method = 'GET', origin = '', body = '' } = {}) {
    const headers = { Host: `${host}:${port}`, 'Content-Type': 'application/json', ...(origin && { Origin: origin }) };
    const sent = request({ host: '127.0.0.1', port, path, method, headers }).end(body);
    const answer = await new Promise<import('node:http').IncomingMessage>((resolve) => sent.once('response', resolve));
    return { status: answer.statusCode, body: (await json(answer)) as Record<string, never> };
  }

  test('the profile, the worlds, tokens and the control plane use it', async () => {
    await using local = await startSandbox();
    const port = Number(new URL(local.baseUrl).port);
    await local.close();
    const publicUrl = `http://sandbox.test:${port}`;
    const { sandbox } = await scene({ port, publicUrl });
    const control = new URL(sandbox.controlUrl);
    const at = `http://sandbox.test:${control.port}`;
    const world = await sandbox.createWorld({ name: 'mine' });
    const urls = [sandbox.baseUrl, sandbox.controlUrl, sandbox.consoleUrl, world.baseUrl];
    expect(urls).toEqual([publicUrl, at, `${at}/`, `${publicUrl}/worlds/mine`]);
    expect(sandbox.profile).toMatchObject({
      baseUrl: publicUrl,
      sockets: { trading: expect.stringMatching(`^ws://sandbox.test:${port}/`) },
      control: at,
      identity: { tokenEndpoint: `${at}/identity/token`, jwks: `${at}/identity/jwks` },
    });
    const sent = { method: 'POST', body: JSON.stringify({ persona: 'trader' }) };
    const { status, body } = await named(Number(control.port), 'sandbox.test', '/identity/mint', sent);
    expect(status).toBe(200);
    const claims = JSON.parse(Buffer.from(`${body['token']}`.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.iss).toBe(`${at}/identity`);
    const headers = { Authorization: `Bearer ${body['token']}` };
    expect((await fetch(`http://127.0.0.1:${port}/me`, { headers })).status).toBe(200);
  });

  test('the control plane answers to its name, to allowed names, and to pages of those', async () => {
    const { sandbox } = await scene({ publicUrl: 'http://sandbox.test', allowHosts: ['dash.test'] });
    const port = Number(new URL(sandbox.controlUrl).port);
    for (const [host, sent, status] of [
      ['sandbox.test', {}, 200],
      ['dash.test', {}, 200],
      ['evil.test', {}, 403],
      ['sandbox.test', { method: 'POST', origin: 'http://dash.test', body: '{}' }, 201],
      ['sandbox.test', { method: 'POST', origin: 'http://evil.test', body: '{}' }, 403],
    ] as const) {
      const answer = await named(port, host, '/worlds', sent);
      expect([host, sent, answer.status]).toEqual([host, sent, status]);
      if (status === 403) expect(JSON.stringify(answer.body)).toContain('--allow-host evil.test');
    }
  });
});
