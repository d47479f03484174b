/** The sockets of a sandbox: their addresses, the answering member, and the sessions of a leaving member. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Sandbox } from './sandbox.ts';
import { callerOf, sandboxOf } from './testing/sample-caller.ts';

interface Opened {
  /** 101, or the status of the refusal. */
  readonly status: number;
  /** Settles with the first frame. */
  readonly first: Promise<unknown>;
  /** Settles with the close code. */
  readonly closed: Promise<number>;
  readonly socket: WebSocket;
}

async function opened(url: string): Promise<Opened> {
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const first = new Promise((resolve) => socket.once('message', (text) => resolve(JSON.parse(String(text)))));
  socket.on('error', () => undefined);
  const status = await new Promise<number>((resolve) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (asked, { statusCode = 0 }) => {
      resolve(statusCode);
      asked.destroy();
    });
  });
  return { status, first, closed, socket };
}

async function minted(sandbox: Sandbox): Promise<string> {
  const admin = await callerOf(sandbox, 'admin');
  return (await admin.post('/v1/ws-tickets', { stream: 'trading' })).body.ticket;
}

const byTicket = async (sandbox: Sandbox): Promise<string> =>
  `${sandbox.profile.sockets.trading}?ticket=${await minted(sandbox)}`;

async function control({ controlUrl }: Sandbox, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await request(controlUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.statusCode).toBe(200);
  await answer.body.dump();
}

test('with --route sticky each of ten tickets opens a session, though several members serve', async () => {
  const members = [{ version: '0.14.0' }, { version: '0.14.0' }, { version: '0.14.0' }] as const;
  const sandbox = await sandboxOf({ members, route: 'sticky' });
  for (let count = 0; count < 10; count += 1) {
    const session = await opened(await byTicket(sandbox));
    expect(session.status).toBe(101);
    expect(await session.first).toMatchObject({ event: 'sessionOpened' });
  }
});

describe('the profile', () => {
  test('states the addresses of the sockets, their contract, and that tickets are minted', async () => {
    const { profile, baseUrl } = await sandboxOf();
    const at = baseUrl.replace('http', 'ws');
    expect(profile).toMatchObject({
      sockets: { trading: `${at}/v1/ws/trading`, marketData: `${at}/v1/ws/market-data` },
      contract: { rest: '0.14.0', socket: '1.4.0' },
      surfaces: { tickets: true },
    });
  });

  test('states the contract of the first member, and the surfaces that every member has', async () => {
    const { profile } = await sandboxOf({
      members: [
        { version: '0.14.0', socketVersion: '1.1.0' },
        { version: '0.14.0', surfaces: { tickets: false } },
      ],
    });
    expect(profile).toMatchObject({ contract: { socket: '1.1.0' }, surfaces: { tickets: false } });
  });
});

test('a ticket opens the trading socket, and the market data socket opens without one', async () => {
  const sandbox = await sandboxOf();
  const trading = await opened(await byTicket(sandbox));
  expect(await trading.first).toMatchObject({ event: 'sessionOpened' });
  expect((await opened(sandbox.profile.sockets.marketData)).status).toBe(101);
});

test('the control plane counts the open sessions of a member, and shows an op among the exchanges', async () => {
  const sandbox = await sandboxOf({ members: [{ version: '0.14.0', socketVersion: '1.1.0' }] });
  const members = async () => (await (await fetch(`${sandbox.controlUrl}/members`)).json()) as unknown;
  const first = await opened(await byTicket(sandbox));
  await first.first;
  first.socket.send('{"op":"levitate","reqId":"l1"}');
  await opened(sandbox.profile.sockets.marketData);
  expect(await members()).toMatchObject({ items: [{ socketVersion: '1.1.0', sessions: 2 }] });
  first.socket.close();
  await first.closed;
  await expect.poll(members).toMatchObject({ items: [{ sessions: 1 }] });
  expect(await (await fetch(`${sandbox.controlUrl}/exchanges`)).json()).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ method: 'WS', path: '/v1/ws/trading', op: 'levitate', requestId: 'l1' }),
    ]),
  });
});

test('a member of the socket contract 1.1.0 accepts a handshake without a credential, one of 1.4.0 does not', async () => {
  const sandbox = await sandboxOf({ members: [{ version: '0.14.0', socketVersion: '1.1.0' }, { version: '0.14.0' }] });
  const { trading } = sandbox.profile.sockets;
  expect([(await opened(trading)).status, (await opened(trading)).status]).toEqual([101, 401]);
});

test('a ticket is valid on the member that minted it: another refuses it (A89)', async () => {
  const sandbox = await sandboxOf({ members: [{ version: '0.14.0' }, { version: '0.14.0' }] });
  // The members take turns by request.
  expect((await opened(await byTicket(sandbox))).status).toBe(401);
  const url = await byTicket(sandbox);
  await (await callerOf(sandbox, 'admin')).get('/me');
  expect((await opened(url)).status).toBe(101);
});

test('a ticket of an ended process opens nothing in the next one of the same seed', async () => {
  const [former, next] = [await sandboxOf({ clock: 'real' }), await sandboxOf({ clock: 'real' })];
  const ticket = await minted(former);
  const { status } = await opened(`${next.profile.sockets.trading}?ticket=${ticket}`);
  expect(status).toBe(401);
  expect((await opened(`${former.profile.sockets.trading}?ticket=${ticket}`)).status).toBe(101);
});

test('a ticket minted before a restart opens nothing after it', async () => {
  const sandbox = await sandboxOf();
  const url = await byTicket(sandbox);
  await control(sandbox, '/members/m1/restart', {});
  expect((await opened(url)).status).toBe(401);
  expect((await opened(await byTicket(sandbox))).status).toBe(101);
});

test('a member without its ticket key mints and accepts none, until it has it again', async () => {
  const sandbox = await sandboxOf();
  const url = await byTicket(sandbox);
  await control(sandbox, '/members/m1/deploy', { surfaces: { tickets: false } });
  const admin = await callerOf(sandbox, 'admin');
  expect(await admin.post('/v1/ws-tickets', { stream: 'trading' })).toMatchObject({
    status: 503,
    body: { error: { code: 'TICKETS_UNAVAILABLE', retryable: false } },
  });
  expect((await opened(url)).status).toBe(401);
  await control(sandbox, '/members/m1/deploy', { surfaces: { tickets: true } });
  expect((await opened(url)).status).toBe(101);
});

describe('sessions are closed with 1001', () => {
  test.each<[string, (sandbox: Sandbox) => Promise<unknown>]>([
    ['their member is restarted', (sandbox) => control(sandbox, '/members/m1/restart', {})],
    ['the sandbox is reset', (sandbox) => sandbox.reset()],
    ['the sandbox is closed', (sandbox) => sandbox.close()],
  ])('as %s', async (_, ends) => {
    const sandbox = await sandboxOf();
    const sessions = [await opened(await byTicket(sandbox)), await opened(sandbox.profile.sockets.marketData)];
    await sessions[0]?.first;
    const ending = ends(sandbox);
    expect(await Promise.all(sessions.map(({ closed }) => closed))).toEqual([1001, 1001]);
    await ending;
  });

  test('and those of the other members stay', async () => {
    const sandbox = await sandboxOf({ members: [{ version: '0.14.0' }, { version: '0.14.0' }] });
    const { marketData } = sandbox.profile.sockets;
    const [ofFirst, ofSecond] = [await opened(marketData), await opened(marketData)];
    let isOpen = true;
    void ofSecond.closed.then(() => {
      isOpen = false;
    });
    await control(sandbox, '/members/m1/restart', {});
    expect(await ofFirst.closed).toBe(1001);
    expect(isOpen).toBe(true);
  });
});

test('a sandbox also serves handshakes on the caller’s own server', async () => {
  const sandbox = await sandboxOf();
  const server = createServer({ shouldUpgradeCallback: sandbox.takesUpgrade }, sandbox.handle);
  server.on('upgrade', sandbox.upgrade);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = (await byTicket(sandbox)).replace(sandbox.baseUrl.replace('http', 'ws'), `ws://127.0.0.1:${port}`);
  const session = await opened(url);
  expect(await session.first).toMatchObject({ event: 'sessionOpened' });
  await sandbox.reset();
  expect(await session.closed).toBe(1001);
});

test('no ticket is minted twice, in one sandbox or in two of one seed', async () => {
  const mintsOf = async () => {
    const sandbox = await sandboxOf({ seed: 7 });
    const before = [await minted(sandbox), await minted(sandbox)];
    await control(sandbox, '/members/m1/restart', {});
    await sandbox.reset();
    return [...before, await minted(sandbox)];
  };
  const [one, other] = [await mintsOf(), await mintsOf()];
  expect(new Set([...one, ...other]).size).toBe(6);
});
