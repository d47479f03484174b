/** Open sessions over the control plane: listed, expired, ended. */
import { expect, test } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { sandboxOf } from '../testing/sample-caller.ts';
import { marketDataSocket, type SampleSocket, socketOf, tradingSocket } from '../testing/sample-socket.ts';

async function scene() {
  const sandbox = await sandboxOf({ clock: 'virtual' });
  async function control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await fetch(sandbox.controlUrl + path, { method, ...sent });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  }
  return { sandbox, control };
}

/** Opened before the next one begins: sessions are numbered as they open, and a handshake may overtake another. */
async function openSession(sandbox: Sandbox, principal = 'trader'): Promise<SampleSocket> {
  const client = await tradingSocket(sandbox, principal);
  expect(await client.next()).toContain('sessionOpened');
  return client;
}

test('sessions of both sockets are listed with principal, topics and lease', async () => {
  const { sandbox, control } = await scene();
  const trading = await openSession(sandbox);
  trading.say({ op: 'subscribe', reqId: 's', params: { topics: ['orders'] } });
  await trading.next();
  await marketDataSocket(sandbox, 'viewer');
  socketOf(sandbox.profile.sockets.marketData);
  await expect.poll(async () => (await control('GET', '/sessions')).body.items.length).toBe(3);
  const { items } = (await control('GET', '/sessions')).body;
  expect(items).toMatchObject([
    { id: 'm1-1', member: 'm1', socket: 'trading', state: 'open', principal: { orgId: 1 }, topics: ['orders'] },
    { id: 'm1-2', socket: 'market-data', state: 'open', topics: [] },
    { id: 'm1-3', socket: 'market-data', state: 'unauthenticated', principal: null, expiresAtNs: null, leftMs: null },
  ]);
  expect(items[1].principal.userId).not.toBe(items[0].principal.userId);
  await sandbox.clock.advance(60_000);
  const later = (await control('GET', '/sessions')).body.items;
  expect(items[0].leftMs - later[0].leftMs).toBe(60_000);
  expect(items[0].leftMs).toBeGreaterThan(60_000);
});

test('one is expired as if its token were, and another is ended; the rest stay open', async () => {
  const { sandbox, control } = await scene();
  const [expired, ended] = [await openSession(sandbox), await openSession(sandbox, 'admin')];
  await openSession(sandbox, 'viewer');
  expect((await control('POST', '/sessions/m1-1/expire')).status).toBe(204);
  expect(await expired.next()).toBe(4001);
  expect((await control('DELETE', '/sessions/m1-2')).status).toBe(204);
  expect(await ended.next()).toBe(1001);
  expect((await control('GET', '/sessions')).body.items).toMatchObject([{ id: 'm1-3', state: 'open' }]);
  const { items } = (await control('GET', '/exchanges?limit=2')).body;
  expect(items.map((one: { readonly closed?: object }) => one.closed)).toMatchObject([
    { code: 1001, why: 'drained' },
    { code: 4001, why: 'lapsed' },
  ]);
});

test('a lease ends sooner than its token: the client is warned of that end', async () => {
  const { sandbox, control } = await scene();
  const client = await openSession(sandbox);
  expect((await control('POST', '/sessions/m1-1/expire', { in: '20s' })).status).toBe(204);
  expect(JSON.parse(`${await client.next()}`)).toMatchObject({ event: 'sessionExpiring', data: { inMs: 20_000 } });
  await sandbox.clock.advance(20_000);
  expect(await client.next()).toBe(4001);
});

test('one is revoked: sessionClosing, then 4003; its principal may come again', async () => {
  const { sandbox, control } = await scene();
  const client = await openSession(sandbox);
  expect((await control('POST', '/sessions/m1-1/revoke')).status).toBe(204);
  expect(JSON.parse(`${await client.next()}`)).toMatchObject({ event: 'sessionClosing', data: { closeCode: 4003 } });
  expect(await client.next()).toBe(4003);
  expect(await (await tradingSocket(sandbox)).next()).toContain('sessionOpened');
});

test.each([
  ['a time that goes back', { in: '-1s' }, 400, 'body.in: from 0 to ten years'],
  ['a lease made longer', { in: '2h' }, 409, 'session m1-1 ends before that already'],
])('refuses %s', async (_, body, status, message) => {
  const { sandbox, control } = await scene();
  await openSession(sandbox);
  expect(await control('POST', '/sessions/m1-1/expire', body)).toMatchObject({ status, body: { error: { message } } });
  expect((await control('GET', '/sessions')).body.items).toMatchObject([{ state: 'open' }]);
});

test('what cannot be expired or ended is refused in a line', async () => {
  const { sandbox, control } = await scene();
  socketOf(sandbox.profile.sockets.marketData);
  await expect.poll(async () => (await control('GET', '/sessions')).body.items.length).toBe(1);
  expect(await control('POST', '/sessions/m1-1/expire')).toMatchObject({
    status: 409,
    body: { error: { message: 'session m1-1 is unauthenticated: it has no lease that could expire' } },
  });
  expect(await control('POST', '/sessions/m1-1/revoke')).toMatchObject({
    status: 409,
    body: { error: { message: 'session m1-1 is unauthenticated: there is no access to revoke' } },
  });
  for (const [method, path] of [
    ['POST', '/sessions/m9-1/expire'],
    ['POST', '/sessions/m9-1/revoke'],
    ['DELETE', '/sessions/m9-1'],
  ] as const) {
    expect(await control(method, path)).toMatchObject({
      status: 404,
      body: { error: { message: 'there is no open session m9-1: GET /sessions lists those there are' } },
    });
  }
});
