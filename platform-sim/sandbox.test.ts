import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PortError } from './front/port-error.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { startSandbox } from './sandbox.ts';
import type { PrincipalName } from './seed-data/world.ts';

async function sandboxOf(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close({ idleGraceMs: 0, deadlineMs: 0 }));
  return sandbox;
}

async function send(method: 'GET' | 'POST' | 'DELETE', url: string, headers = {}, body?: unknown) {
  const answer = await request(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  const parsed = text.startsWith('{') && !text.includes('}\n{') ? JSON.parse(text) : text;
  return { status: answer.statusCode, headers: answer.headers, body: parsed };
}

/** By client credentials, like any client. */
async function tokenOf({ profile }: Sandbox, name: PrincipalName): Promise<string> {
  const { clientId, clientSecret } = profile.principals[name];
  const answer = await fetch(profile.identity.tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function actor(sandbox: Sandbox, name: PrincipalName) {
  const authorization = `Bearer ${await tokenOf(sandbox, name)}`;
  return {
    get: (path: string) => send('GET', sandbox.baseUrl + path, { authorization }),
    submit: (key: string, over = {}) =>
      send('POST', `${sandbox.baseUrl}/orders`, { authorization, 'idempotency-key': key }, anOrder(key, over)),
  };
}

function anOrder(key: string, over: object): object {
  return { account: 'main', instrument: 'BTC-USD', clientOrderId: key, price: '100.00', qty: '1', ...over };
}

const control = (sandbox: Sandbox, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  send(method, sandbox.controlUrl + path, {}, body);

async function reached(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

describe('a sandbox', () => {
  test.each<[PrincipalName, number, string | undefined]>([
    ['admin', 200, undefined],
    ['trader', 200, undefined],
    ['viewer', 200, undefined],
    ['outsider', 200, undefined],
    ['awaiting', 403, 'AWAITING_ADMISSION'],
    ['disabled', 403, 'FORBIDDEN_PRINCIPAL'],
    ['suspended', 403, 'ORG_NOT_ACTIVE'],
  ])('%s is the principal of the profile', async (name, status, code) => {
    const sandbox = await sandboxOf();
    const answer = await (await actor(sandbox, name)).get('/orders');
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
  });

  test('shows why a call was refused', async () => {
    const sandbox = await sandboxOf();
    const answer = await (await actor(sandbox, 'trader')).submit('finer-than-tick', { price: '100.001' });
    expect(answer.status).toBe(422);
    const { body } = await control(sandbox, 'GET', '/exchanges?limit=1');
    expect(body.items[0]).toMatchObject({
      method: 'POST',
      path: '/orders',
      status: 422,
      requestId: answer.headers['x-request-id'],
      refused: { code: 'TICK_SIZE_VIOLATION' },
    });
  });

  test('moves in time only when told, and fills then', async () => {
    const sandbox = await sandboxOf({ clock: 'virtual' });
    const trader = await actor(sandbox, 'trader');
    const { body: order } = await trader.submit('crosses-the-book', { price: '101' });
    expect(order.status).toBe('OPEN');
    const { body: advanced } = await control(sandbox, 'POST', '/clock/advance', { by: '1s' });
    expect(advanced.fired.length).toBeGreaterThan(0);
    expect((await trader.get(`/orders/${order.orderId}`)).body.status).toBe('FILLED');
  });

  test('lists consecutive timers of one label as one entry with their number', async () => {
    const sandbox = await sandboxOf({ clock: 'virtual' });
    const label = 'ticks';
    for (const ms of [1, 2, 4]) sandbox.clock.after(ms, label, () => undefined);
    sandbox.clock.after(3, 'another', () => undefined);
    const { body } = await control(sandbox, 'POST', '/clock/advance', { by: 4 });
    const nowNs = BigInt(body.nowNs);
    const at = (ms: bigint) => `${nowNs - 4_000_000n + ms * 1_000_000n}`;
    expect(body.fired).toEqual([
      { atNs: at(1n), label, times: 2, lastAtNs: at(2n) },
      { atNs: at(3n), label: 'another' },
      { atNs: at(4n), label },
    ]);
  });

  test('with one seed and the same requests has the same journal, byte for byte', async () => {
    const journal = async (seed: number): Promise<string> => {
      const sandbox = await sandboxOf({ seed });
      const trader = await actor(sandbox, 'trader');
      for (const n of [1, 2, 3]) await trader.submit(`order-${n}`, { price: n === 2 ? '101' : '100' });
      await control(sandbox, 'POST', '/clock/advance', { by: '1m' });
      return (await control(sandbox, 'GET', '/journal/export')).body;
    };
    expect(await journal(3)).toBe(await journal(3));
    expect(await journal(3)).not.toBe(await journal(4));
  });

  test('can be closed more than once', async () => {
    const sandbox = await sandboxOf();
    await Promise.all([sandbox.close(), sandbox.close()]);
    await expect(fetch(sandbox.baseUrl)).rejects.toThrow();
    await expect(fetch(sandbox.controlUrl)).rejects.toThrow();
  });

  test('that closes answers what a fault holds', async () => {
    const sandbox = await sandboxOf();
    const trader = await actor(sandbox, 'trader');
    await control(sandbox, 'POST', '/faults', { on: { command: 'submit' }, hold: 'verdict' });
    const held = trader.submit('held-at-close');
    await reached(() => sandbox.faults.holds().length === 1);
    await sandbox.close({ deadlineMs: 60_000 });
    const { status, headers } = await held;
    expect([status, headers['connection']]).toEqual([201, 'close']);
  });

  test('leaves no port open if it cannot have both', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await reached(() => taken.listening);
    const openPorts = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
    const before = openPorts();
    const controlPort = (taken.address() as AddressInfo).port;
    await expect(startSandbox({ controlPort })).rejects.toThrow(PortError);
    await reached(() => openPorts() === before);
  });
});

describe('a reset', () => {
  test('leaves nothing of the former world on the clock: no fill, no reading, no fault, no roll', async () => {
    const sandbox = await sandboxOf();
    const atFirst = sandbox.clock.timers();
    for (let round = 0; round < 2; round += 1) {
      await (await actor(sandbox, 'trader')).submit('to-be-filled');
      await control(sandbox, 'POST', '/faults', { on: { edge: 'jwks' }, fail: true, for: '1h' });
      const roll = await control(sandbox, 'POST', '/rolls', {
        plan: ['restart', 'restart'].map((step) => ({ member: 'm1', do: step })),
        every: '1m',
      });
      expect((await control(sandbox, 'POST', `/rolls/${roll.body.id}/start`)).status).toBe(200);
      expect(sandbox.clock.timers()).toBeGreaterThan(atFirst);
      await control(sandbox, 'POST', '/reset');
      await sandbox.clock.advance(0);
      expect(sandbox.clock.timers()).toBe(atFirst);
    }
  });

  test('goes back to the seed; ports, tokens and secrets stay', async () => {
    const sandbox = await sandboxOf();
    const trader = await actor(sandbox, 'trader');
    const before = (await trader.get('/orders')).body.items.length;
    const first = await trader.submit('the-same-key');
    const done = await control(sandbox, 'POST', '/reset');
    expect(done.body).toEqual({ seed: 1, position: sandbox.platform.head() });

    expect((await trader.get('/orders')).body.items).toHaveLength(before);
    const again = await trader.submit('the-same-key');
    expect([first.status, again.status, again.headers['idempotent-replay']]).toEqual([201, 201, undefined]);
    expect((await (await actor(sandbox, 'viewer')).get('/me')).status).toBe(200);
  });

  test('accepts another seed: other names, the same clients', async () => {
    const sandbox = await sandboxOf();
    const trader = await actor(sandbox, 'trader');
    const nameIn = async (): Promise<string> => (await trader.get('/me')).body.organisation.displayName;
    const before = await nameIn();
    await sandbox.reset(99);
    expect(await nameIn()).not.toBe(before);
    expect((await (await actor(sandbox, 'admin')).get('/me')).status).toBe(200);
    expect((await control(sandbox, 'GET', '/health')).body.seed).toBe(99);
  });

  test('removes faults, and answers what they held', async () => {
    const sandbox = await sandboxOf();
    const trader = await actor(sandbox, 'trader');
    await control(sandbox, 'POST', '/faults', { on: { command: 'submit' }, hold: 'verdict' });
    const held = trader.submit('held-at-reset');
    await reached(() => sandbox.faults.holds().length === 1);
    await sandbox.reset();
    expect((await held).status).toBe(201);
    expect((await control(sandbox, 'GET', '/faults')).body.items).toEqual([]);
  });
});

describe('a fault of the answer', () => {
  test('drops it, and the write is applied', async () => {
    const sandbox = await sandboxOf();
    const trader = await actor(sandbox, 'trader');
    const { body: fault } = await control(sandbox, 'POST', '/faults', {
      on: { command: 'submit' },
      drop: 'answer',
      times: 1,
    });
    await expect(trader.submit('answer-lost')).rejects.toThrow();
    const retried = await trader.submit('answer-lost');
    expect([retried.status, retried.headers['idempotent-replay']]).toEqual([201, 'true']);
    expect((await control(sandbox, 'GET', `/faults/${fault.id}`)).body.firings).toBe(1);
  });

  test.each([
    ['of another organisation', { org: 2 }],
    ['of another key', { key: 'another' }],
    ['of another member', { member: 'm2' }],
    ['of another command', { command: 'cancel' }],
  ])('does not affect an answer that is not %s', async (_, on) => {
    const members = [{ version: '0.14.0' }, { version: '0.14.0', weight: 0 }] as const;
    const sandbox = await sandboxOf({ members, route: 'weighted' });
    const added = await control(sandbox, 'POST', '/faults', { on: { edge: 'answer', ...on }, drop: 'answer' });
    expect(added.status).toBe(201);
    expect((await (await actor(sandbox, 'trader')).submit('spared-answer')).status).toBe(201);
  });

  test('delays it on the clock of the sandbox', async () => {
    const sandbox = await sandboxOf();
    const trader = await actor(sandbox, 'trader');
    await control(sandbox, 'POST', '/faults', { on: { edge: 'answer', org: 1 }, delay: '10s' });
    let answered = false;
    const late = trader.get('/me').then((answer) => {
      answered = true;
      return answer;
    });
    await reached(() => sandbox.faults.list()[0]?.held === 1);
    await sandbox.clock.advance(9_999);
    expect(answered).toBe(false);
    await sandbox.clock.advance(1);
    expect((await late).status).toBe(200);
  });

  test('holds it until it is released', async () => {
    const sandbox = await sandboxOf();
    const trader = await actor(sandbox, 'trader');
    await control(sandbox, 'POST', '/faults', { on: { edge: 'answer', key: 'answer-held' }, hold: 'answer' });
    const held = trader.submit('answer-held');
    await reached(() => sandbox.faults.holds().length === 1);
    expect((await control(sandbox, 'POST', '/holds/answer/release')).body).toEqual({ released: 1 });
    expect((await held).status).toBe(201);
  });
});

describe('several members', () => {
  test('take turns, and a key has one effect across them', async () => {
    const sandbox = await sandboxOf({ members: [{ version: '0.14.0' }, { version: '0.14.0' }] });
    const trader = await actor(sandbox, 'trader');
    const first = await trader.submit('across-members');
    const second = await trader.submit('across-members');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.orderId).toBe(first.body.orderId);
    const { body } = await control(sandbox, 'GET', '/exchanges');
    expect(body.items.map(({ member }: { member: string }) => member)).toEqual(['m2', 'm1']);
    expect(sandbox.profile.members).toBe('several');
  });
});
