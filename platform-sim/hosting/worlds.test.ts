import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Sandbox } from '../sandbox.ts';
import { sandboxOf } from '../testing/sample-caller.ts';
import { ask, clientOf, journalOf } from '../testing/sample-world.ts';

async function twoWorlds(): Promise<readonly [Sandbox, Awaited<ReturnType<Sandbox['createWorld']>>]> {
  const sandbox = await sandboxOf();
  return [sandbox, await sandbox.createWorld({ name: 'a' })];
}

const at = (sandbox: Sandbox, path: string, headers = {}) => ask('GET', sandbox.baseUrl + path, headers);

/** The close code of a session, and the kind of its first frame. */
function session(url: string, headers: Record<string, string>) {
  const socket = new WebSocket(url, { headers });
  onTestFinished(() => socket.terminate());
  return {
    first: new Promise<string>((resolve, reject) => {
      socket.once('message', (data) => resolve(JSON.parse(`${data}`).event));
      socket.once('error', reject);
    }),
    closed: new Promise<number>((resolve) => socket.once('close', resolve)),
  };
}

describe('a world is addressed', () => {
  test('by the path of its base address, which its members do not see', async () => {
    const [, a] = await twoWorlds();
    const trader = clientOf(a);
    a.faults.add({ on: { owner: 'orders' }, hold: 'verdict' });
    const submitted = trader.submit('by-path');
    while (a.faults.holds().length === 0) await new Promise((resolve) => setImmediate(resolve));
    await a.clock.advance(60_000);
    const { status, headers } = await submitted;
    // The interface's own path in every world, relative to the base address.
    expect([status, headers['location']]).toEqual([202, '/operations/by-path']);
    expect((await trader.get(`${headers['location']}`)).status).toBe(200);
    const [exchange] = (await trader.control('GET', '/exchanges?limit=1')).body.items;
    expect(exchange.path).toBe('/operations/by-path');
  });

  test('by a header', async () => {
    const [sandbox, a] = await twoWorlds();
    const authorization = await clientOf(a).authorization();
    const inA = await at(sandbox, '/me', { authorization, 'x-touchstone-world': 'a' });
    const inDefault = await at(sandbox, '/me', { authorization });
    expect([inA.status, inDefault.status]).toEqual([200, 401]);
  });

  test.each([
    ['by the path', (base: string) => [`${base}/worlds/a/v1/ws/trading`, {}] as const],
    ['by the header', (base: string) => [`${base}/v1/ws/trading`, { 'x-touchstone-world': 'a' }] as const],
  ])('%s by a socket, whose session ends with it', async (_, address) => {
    const [sandbox, a] = await twoWorlds();
    const authorization = await clientOf(a).authorization();
    const [url, headers] = address(sandbox.baseUrl.replace('http', 'ws'));
    const { first, closed } = session(url, { ...headers, authorization });
    expect(await first).toBe('sessionOpened');
    await a.close();
    expect(await closed).toBe(1001);
  });

  test.each([
    ['of no world by the path', '/worlds/b/orders', {}, 404, /ROUTE_NOT_FOUND/],
    ['of no world by the header', '/orders', { 'x-touchstone-world': 'b' }, 404, /^X-Touchstone-World names no world/],
    ['for the world itself', '/worlds/a', {}, 404, /ROUTE_NOT_FOUND/],
  ])('a request %s is refused', async (_, path, headers, status, text) => {
    const [sandbox] = await twoWorlds();
    const answer = await at(sandbox, path, headers);
    expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(text)]);
  });

  test('a handshake of an unknown world is refused', async () => {
    const [sandbox] = await twoWorlds();
    const url = `${sandbox.baseUrl.replace('http', 'ws')}/v1/ws/trading`;
    await expect(session(url, { 'x-touchstone-world': 'b' }).first).rejects.toThrow('404');
  });
});

describe('worlds are isolated:', () => {
  test('tokens, clock, faults, orders, exchanges', async () => {
    const [sandbox, a] = await twoWorlds();
    const [here, there] = [clientOf(sandbox), clientOf(a)];
    const nowNs = sandbox.clock.nowNs();
    const journal = journalOf(sandbox);
    await there.control('POST', '/faults', { on: { command: 'submit' }, refuse: 'ACCOUNT_NOT_ACTIVE' });
    await there.control('POST', '/clock/advance', { by: '1h' });
    expect((await there.submit('refused')).body.error.code).toBe('ACCOUNT_NOT_ACTIVE');
    await there.control('DELETE', '/faults');
    expect((await there.submit('placed')).status).toBe(201);

    expect([sandbox.clock.nowNs(), journalOf(sandbox)]).toEqual([nowNs, journal]);
    expect((await here.control('GET', '/faults')).body.items).toEqual([]);
    expect((await here.control('GET', '/exchanges')).body.items).toEqual([]);
    expect((await here.get('/operations/placed')).status).toBe(404);
    expect((await here.submit('placed')).headers['idempotent-replay']).toBeUndefined();
  });

  test('a cursor and a ticket of one world are invalid in another', async () => {
    const [sandbox, a] = await twoWorlds();
    const [here, there] = [clientOf(sandbox), clientOf(a)];
    const { nextCursor } = (await there.get('/orders?limit=1')).body;
    expect((await there.get(`/orders?limit=1&cursor=${nextCursor}`)).status).toBe(200);
    expect((await here.get(`/orders?limit=1&cursor=${nextCursor}`)).status).toBe(400);
    const authorization = await there.authorization();
    const ticketOf = async () =>
      (await ask('POST', `${a.baseUrl}/v1/ws-tickets`, { authorization }, { stream: 'trading' })).body.ticket;
    const open = async (base: string, ticket: string) =>
      session(`${base.replace('http', 'ws')}/v1/ws/trading?ticket=${ticket}`, {}).first;
    await expect(open(sandbox.baseUrl, await ticketOf())).rejects.toThrow('401');
    expect(await open(a.baseUrl, await ticketOf())).toBe('sessionOpened');
  });
});

describe('the control plane of worlds', () => {
  test('creates one, lists it, and ends it', async () => {
    const sandbox = await sandboxOf({ seed: 5 });
    const { control } = clientOf(sandbox);
    const made = await control('POST', '/worlds', { size: 'small', members: [{ version: '0.13.0' }] });
    expect([made.status, made.headers['location'], made.body.seed]).toEqual([201, '/worlds/w1', 5]);
    const client = clientOf(made.body);
    expect((await client.control('GET', '/health')).body).toMatchObject({
      world: 'w1',
      members: [{ version: '0.13.0' }],
    });
    const { name, baseUrl, controlUrl } = made.body;
    expect((await client.control('GET', '/identity/.well-known/openid-configuration')).body.issuer).toBe(
      `${controlUrl}/identity`,
    );
    const metadata = '/.well-known/oauth-authorization-server/worlds/w1/identity';
    expect((await ask('GET', sandbox.controlUrl + metadata)).body.issuer).toBe(`${controlUrl}/identity`);
    const names = async () => (await control('GET', '/worlds')).body.items.map((world: { name: string }) => world.name);
    expect(await names()).toEqual(['default', 'w1']);
    expect((await control('GET', `/worlds/${name}`)).body).toEqual(made.body);

    expect((await control('DELETE', '/worlds/w1')).status).toBe(204);
    expect(await names()).toEqual(['default']);
    expect((await ask('GET', `${baseUrl}/service-state`)).status).toBe(404);
    expect((await ask('GET', `${controlUrl}/clock`)).status).toBe(404);
  });

  test.each([
    ['a used name', 'POST', '/worlds', { name: 'default' }, 409, 'CONFLICT'],
    ['a name that is invalid in a path', 'POST', '/worlds', { name: 'a/b' }, 400, 'MALFORMED_REQUEST'],
    ['the end of the default world', 'DELETE', '/worlds/default', undefined, 409, 'CONFLICT'],
    ['the end of none', 'DELETE', '/worlds/none', undefined, 404, 'NOT_FOUND'],
    ['a request to an unknown world', 'GET', '/worlds/none/clock', undefined, 404, 'NOT_FOUND'],
  ] as const)('refuses %s', async (_, method, path, body, status, code) => {
    const answer = await clientOf(await sandboxOf()).control(method, path, body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test('creates at most 64', async () => {
    const sandbox = await sandboxOf();
    for (let made = 1; made < 64; made += 1) await sandbox.createWorld();
    await expect(sandbox.createWorld()).rejects.toThrow('there are 64 worlds');
    await sandbox.world('w7')?.close();
    expect((await sandbox.createWorld()).name).toBe('w64');
  });
});

test('a world that ends answers requests in progress, although its clock does not move any more', async () => {
  const [, a] = await twoWorlds();
  a.faults.add({ on: { owner: 'orders' }, delay: '10m' });
  const submitted = clientOf(a).submit('under-way');
  while (a.faults.list()[0]?.held === 0) await new Promise((resolve) => setImmediate(resolve));
  await a.close();
  expect((await submitted).status).toBe(202);
});
