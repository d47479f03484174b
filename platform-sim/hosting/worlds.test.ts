/** Several worlds behind the ports of one sandbox: how they are addressed, that they are isolated, and how they end. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { sandboxOf } from '../testing/sample-caller.ts';
import { until } from '../testing/sample-scene.ts';
import { socketOf } from '../testing/sample-socket.ts';
import { ask, clientOf, journalOf } from '../testing/sample-world.ts';
import { baseOf, worldAddress } from './world-address.ts';

async function twoWorlds() {
  const sandbox = await sandboxOf();
  const a = await sandbox.createWorld({ name: 'a' });
  return { sandbox, a, ws: sandbox.baseUrl.replace('http', 'ws') };
}

const METADATA = '/.well-known/oauth-authorization-server';

// biome-ignore format: an aligned table
const ADDRESSES: readonly (readonly [string, Record<string, string>, readonly [string, string, string] | undefined])[] = [
  ['/orders',                       {},                            undefined],
  ['/worlds/a/orders?limit=1',      {},                            ['a', 'path', '/orders?limit=1']],
  ['/worlds/a/',                    {},                            ['a', 'path', '/']],
  ['/orders',                       { 'x-touchstone-world': 'a' }, ['a', 'header', '/orders']],
  ['/worlds/a/orders',              { 'x-touchstone-world': 'b' }, ['a', 'path', '/orders']],
  // For the host: the world itself, not what it serves.
  ['/worlds/a',                     {},                            undefined],
  ['/worlds',                       {},                            undefined],
  ['/worlds//orders',               {},                            undefined],
  ['/orders?x=/worlds/a/orders',    {},                            undefined],
  // Only the first prefix is removed.
  ['/worlds/a/worlds/b/orders',     {},                            ['a', 'path', '/worlds/b/orders']],
  [`${METADATA}/worlds/a/identity`, {},                            ['a', 'path', `${METADATA}/identity`]],
];

describe('a world is addressed', () => {
  test.each(ADDRESSES)('by %s %o: %o', (url, headers, expected) => {
    const address = worldAddress(url, headers);
    expect(address && [address.name, address.by, address.url]).toEqual(expected);
    expect(['default', 'a'].map((name) => baseOf('http://h:1', name))).toEqual(['http://h:1', 'http://h:1/worlds/a']);
  });

  test('by the path of its base address, which its members do not see', async () => {
    const { a } = await twoWorlds();
    const trader = clientOf(a);
    a.faults.add({ on: { owner: 'orders' }, hold: 'verdict' });
    const submitted = trader.submit('by-path');
    await until(() => a.faults.holds().length > 0);
    await a.clock.advance(60_000);
    const { status, headers } = await submitted;
    // The interface's own path in every world, relative to the base address.
    expect([status, headers['location']]).toEqual([202, '/operations/by-path']);
    expect((await trader.get(`${headers['location']}`)).status).toBe(200);
    const [exchange] = (await trader.control('GET', '/exchanges?limit=1')).body.items;
    expect(exchange.path).toBe('/operations/by-path');
  });

  test('by a header, and not without it; an unknown name is refused', async () => {
    const { sandbox, a, ws } = await twoWorlds();
    const authorization = await clientOf(a).authorization();
    for (const [path, headers, status, text] of [
      ['/me', { 'x-touchstone-world': 'a' }, 200, /./],
      ['/me', {}, 401, /./],
      ['/worlds/b/orders', {}, 404, /ROUTE_NOT_FOUND/],
      ['/orders', { 'x-touchstone-world': 'b' }, 404, /^X-Touchstone-World names no world/],
      ['/worlds/a', {}, 404, /ROUTE_NOT_FOUND/],
    ] as const) {
      const answer = await ask('GET', sandbox.baseUrl + path, { authorization, ...headers });
      expect([path, answer.status, answer.text]).toEqual([path, status, expect.stringMatching(text)]);
    }
    expect(await socketOf(`${ws}/v1/ws/trading`, undefined, { 'x-touchstone-world': 'b' }).status).toBe(404);
  });

  test.each([
    ['the path', '/worlds/a/v1/ws/trading', {}],
    ['the header', '/v1/ws/trading', { 'x-touchstone-world': 'a' }],
  ])('by %s by a socket, whose session ends with it', async (_, path, headers) => {
    const { a, ws } = await twoWorlds();
    const authorization = await clientOf(a).authorization();
    const client = socketOf(ws + path, undefined, { ...headers, authorization });
    expect(await client.next()).toContain('sessionOpened');
    await a.close();
    expect(await client.next()).toBe(1001);
  });
});

describe('worlds are isolated:', () => {
  test('tokens, clock, faults, orders, exchanges', async () => {
    const { sandbox, a } = await twoWorlds();
    const [here, there] = [clientOf(sandbox), clientOf(a)];
    const [nowNs, journal] = [sandbox.clock.nowNs(), journalOf(sandbox)];
    await there.control('POST', '/faults', { on: { command: 'submit' }, refuse: 'ACCOUNT_NOT_ACTIVE' });
    await there.control('POST', '/clock/advance', { by: '1h' });
    expect((await there.submit('refused')).body.error.code).toBe('ACCOUNT_NOT_ACTIVE');
    await there.control('DELETE', '/faults');
    expect((await there.submit('placed')).status).toBe(201);
    expect([sandbox.clock.nowNs(), journalOf(sandbox)]).toEqual([nowNs, journal]);
    for (const path of ['/faults', '/exchanges']) expect((await here.control('GET', path)).body.items).toEqual([]);
    expect((await here.get('/operations/placed')).status).toBe(404);
    expect((await here.submit('placed')).headers['idempotent-replay']).toBeUndefined();
  });

  test('a cursor and a ticket of one world are invalid in another', async () => {
    const { sandbox, a, ws } = await twoWorlds();
    const [here, there] = [clientOf(sandbox), clientOf(a)];
    const { nextCursor } = (await there.get('/orders?limit=1')).body;
    const pageIn = async (client: typeof here) => (await client.get(`/orders?limit=1&cursor=${nextCursor}`)).status;
    expect([await pageIn(there), await pageIn(here)]).toEqual([200, 400]);
    const authorization = await there.authorization();
    const openedIn = async (prefix: string) => {
      const { body } = await ask('POST', `${a.baseUrl}/v1/ws-tickets`, { authorization }, { stream: 'trading' });
      return socketOf(`${ws}${prefix}/v1/ws/trading?ticket=${body.ticket}`).status;
    };
    expect([await openedIn('/worlds/a'), await openedIn('')]).toEqual([101, 401]);
  });
});

describe('the control plane of worlds', () => {
  test('creates one, lists it, and ends it', async () => {
    const sandbox = await sandboxOf({ seed: 5 });
    const { control } = clientOf(sandbox);
    const made = await control('POST', '/worlds', { size: 'small', members: [{ version: '0.13.0' }] });
    expect([made.status, made.headers['location'], made.body.seed]).toEqual([201, '/worlds/w1', 5]);
    const client = clientOf(made.body);
    const health = { world: 'w1', members: [{ version: '0.13.0' }] };
    expect((await client.control('GET', '/health')).body).toMatchObject(health);
    const { name, baseUrl, controlUrl } = made.body;
    for (const url of [
      `${controlUrl}/identity/.well-known/openid-configuration`,
      `${sandbox.controlUrl}/.well-known/oauth-authorization-server/worlds/w1/identity`,
    ]) {
      expect((await ask('GET', url)).body.issuer).toBe(`${controlUrl}/identity`);
    }
    const names = async () => (await control('GET', '/worlds')).body.items.map((world: { name: string }) => world.name);
    expect(await names()).toEqual(['default', 'w1']);
    expect((await control('GET', `/worlds/${name}`)).body).toEqual(made.body);
    expect((await control('DELETE', '/worlds/w1')).status).toBe(204);
    expect(await names()).toEqual(['default']);
    for (const url of [`${baseUrl}/service-state`, `${controlUrl}/clock`])
      expect((await ask('GET', url)).status).toBe(404);
  });

  test('creates at most 64', async () => {
    const sandbox = await sandboxOf();
    for (let made = 1; made < 64; made += 1) await sandbox.createWorld();
    await expect(sandbox.createWorld()).rejects.toThrow('there are 64 worlds');
    await sandbox.world('w7')?.close();
    expect((await sandbox.createWorld()).name).toBe('w64');
  });
});

describe('a world that ends', () => {
  test.each([
    ['what its clock, which does not move any more, delays', { delay: '10m' }, 202],
    ['what waits for an absent owner', { hold: 'verdict' }, 201],
  ] as const)('answers %s', async (_, effect, status) => {
    const { a } = await twoWorlds();
    const { submit, control } = clientOf(a);
    a.faults.add({ on: { owner: 'orders' }, ...effect });
    const submitted = submit('in-progress');
    await until(() => a.faults.list()[0]?.held === 1);
    if (status === 201) await control('POST', '/owners/orders/leave');
    await a.close();
    expect((await submitted).status).toBe(status);
  });

  test.each(['virtual', 'real'] as const)('is garbage collected: %s clock', { timeout: 40_000 }, async (clock) => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const sandbox = await sandboxOf({ clock });
    const left: WeakRef<object>[] = [];
    for (let made = 0; made < 12; made += 1) {
      const world = await sandbox.createWorld();
      expect((await clientOf(world).get('/orders?limit=1')).status).toBe(200);
      for (const part of [world, world.platform, world.clock, world.issuer]) left.push(new WeakRef(part));
      await world.close();
    }
    const held = () => {
      collectGarbage();
      return left.filter((part) => part.deref() !== undefined).length;
    };
    // The last connection and the last response keep the four parts of one world, for any number of worlds.
    await expect.poll(held, { timeout: 25_000, interval: 200 }).toBeLessThanOrEqual(4);
  });
});
