import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import { stubOfTest, targetOf, traderOf } from '../../testing/stub-member.ts';
import type { Actor } from '../actor.ts';
import { eventKind, frameJson, grantOf, received, sent } from '../exchange/conversation.ts';
import { textAt } from '../exchange/exchange.ts';
import type { Session } from '../session.ts';
import type { Manners } from './manners.ts';
import type { OpenSocketOptions } from './open-socket.ts';

const TICKET = 'ticket-canary-0123456789';
const TOKEN = 'token-canary-of-the-trader';
interface Stubbed {
  readonly trader: Actor;
  readonly session: Session;
  /** The upgrade requests that the server received. */
  readonly handshakes: IncomingMessage[];
}

type Serve = (socket: WebSocket, request: IncomingMessage) => void;

/** `serve` handles an opened socket; `refuse` writes an HTTP response. */
async function stub(serve: Serve, refuse?: (socket: Duplex) => void, manners: Manners = {}): Promise<Stubbed> {
  const member = await stubOfTest(({ url }) =>
    url === '/v1/ws-tickets'
      ? { status: 200, body: { ticket: TICKET, expiresAtNs: '1', stream: 'trading' } }
      : { status: 200, body: {} },
  );
  const handshakes: IncomingMessage[] = [];
  const server = new WebSocketServer({ noServer: true });
  member.onUpgrade((request, socket, head) => {
    handshakes.push(request);
    if (refuse !== undefined) refuse(socket);
    else server.handleUpgrade(request, socket, head, (webSocket) => serve(webSocket, request));
  });
  const address = member.baseUrl.replace('http', 'ws');
  const target = await targetOf(member, {
    sockets: { trading: `${address}/v1/ws/trading`, marketData: `${address}/v1/ws/market-data?x=1` },
    principals: { trader: { token: TOKEN } },
    limits: { timeoutMs: 400, requestsPerSecond: 1000 },
  });
  const session = target.session(manners);
  return { trader: traderOf(session), session, handshakes };
}

const greeting = JSON.stringify({
  event: 'sessionOpened',
  msgType: 'sessionOpened',
  data: { capabilities: ['orders:trade'], expiresAtNs: '17' },
});

const echo: Serve = (socket) => {
  socket.send(greeting);
  socket.on('message', (data) => {
    const { op, reqId, params } = JSON.parse(String(data));
    socket.send(JSON.stringify({ op, reqId, success: true, params }));
  });
};

describe('a socket', () => {
  test('opens with the bearer token and records every message, numbered in sequence with the requests', async () => {
    const { trader, session, handshakes } = await stub(echo);
    await trader.get('/me');
    const socket = await trader.openSocket('trading', { label: 'mine' });
    expect(socket.opened).toBe(true);
    const first = await socket.next();
    expect(first && eventKind(first)).toBe('sessionOpened');
    expect(grantOf(first)).toEqual({ capabilities: ['orders:trade'], expiresAtNs: 17n });
    const answer = await socket.ask({ op: 'ping', params: { a: 1 } });
    expect(answer && frameJson(answer)).toMatchObject({ op: 'ping', reqId: 'r1', success: true });
    await trader.get('/me');
    await socket.close();
    const [conversation] = session.conversations();
    expect(conversation).toMatchObject({
      label: 'mine',
      actor: 'trader',
      socket: 'trading',
      request: { method: 'GET', path: '/v1/ws/trading' },
      response: { status: 101 },
      closed: { code: 1000, by: 'suite', failure: null },
    });
    expect(conversation?.request.headers[0]).toEqual(['Authorization', 'Bearer <token of trader>']);
    expect(handshakes[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    const order = [...session.exchanges().map(({ n }) => n), ...(conversation?.frames.map(({ n }) => n) ?? [])];
    expect(order.sort((a, b) => a - b)).toEqual([1, 3, 4, 5, 6]);
  });

  test('opens with a ticket alone, which no record shows', async () => {
    const { trader, session, handshakes } = await stub(echo);
    const { ticket, exchange } = await trader.mintTicket();
    expect(ticket).toBe(TICKET);
    await trader.openSocket('trading', { ticket: textAt(exchange, 'ticket') ?? '' });
    expect(handshakes[0]?.url).toBe(`/v1/ws/trading?ticket=${TICKET}`);
    expect(handshakes[0]?.headers.authorization).toBeUndefined();
    expect(session.conversations()[0]?.request.path).toBe('/v1/ws/trading?ticket=<ticket 1>');
    await session.finish();
    expect(JSON.stringify([session.exchanges(), session.conversations()])).not.toContain(TICKET);
  });

  test('sends both credentials if both are given, and keeps its own query', async () => {
    const { trader, handshakes } = await stub(echo);
    await trader.openSocket('marketData', { ticket: 'a b', token: 'another-token', query: { y: '&' } });
    expect(handshakes[0]?.url).toBe('/v1/ws/market-data?x=1&ticket=a%20b&y=%26');
    expect(handshakes[0]?.headers.authorization).toBe('Bearer another-token');
  });

  test('learns tokens in op auth, in an object or in text, before a response can repeat them', async () => {
    const { trader, session } = await stub(echo);
    const socket = await trader.openSocket('trading');
    await socket.ask({ op: 'auth', params: { token: 'opaque-canary-1' } });
    await socket.send('{"op":"auth","reqId":"x","params":{"token":"opaque-canary-2"}}');
    await socket.next((frame) => frameJson(frame)?.['reqId'] === 'x');
    const [conversation] = session.conversations();
    expect(conversation && [sent(conversation).length, received(conversation).length]).toEqual([2, 3]);
    expect(JSON.stringify(conversation)).not.toContain('canary');
    expect(JSON.stringify(conversation)).toContain('<token sent of trader>');
  });

  test.each<[string, (secret: string) => OpenSocketOptions]>([
    ['a ticket', (ticket) => ({ ticket })],
    ['a ticket in the query', (ticket) => ({ query: { ticket } })],
    ['a token', (token) => ({ token })],
  ])('%s from elsewhere is in no record, although the target repeats it, even when closing', async (_, optionsOf) => {
    const secret = 'canary-of-elsewhere-0123456789';
    const { trader, session, handshakes } = await stub((socket, { url, headers }) => {
      socket.send(JSON.stringify({ event: 'said', url, headers }));
      socket.close(4000, secret);
    });
    const socket = await trader.openSocket('trading', optionsOf(secret));
    expect(await socket.untilClosed()).toMatchObject({ code: 4000, by: 'target' });
    expect(JSON.stringify(handshakes.map(({ url, headers }) => [url, headers]))).toContain(secret);
    expect(session.conversations()[0]?.frames).toHaveLength(1);
    expect(JSON.stringify(session.conversations())).not.toContain(secret);
  });

  test('an event is never a response, whatever its reqId', async () => {
    const { trader } = await stub((socket) =>
      socket.on('message', () => {
        for (const kind of [{ event: 'said' }, { success: true }])
          socket.send(JSON.stringify({ reqId: 'r1', ...kind }));
      }),
    );
    const socket = await trader.openSocket('trading');
    const answer = await socket.ask({ op: 'ping' });
    expect(answer && frameJson(answer)).toEqual({ reqId: 'r1', success: true });
  });

  test('a message goes to one waiter only, and a wait ends with the connection', async () => {
    const { trader } = await stub((socket) =>
      socket.on('message', (data) => (String(data) === 'go' ? socket.close() : socket.send('received'))),
    );
    const socket = await trader.openSocket('trading');
    const received = socket.next();
    await socket.send('anything');
    expect((await received)?.text).toBe('received');
    const nothing = socket.next(undefined, 600_000);
    await socket.send('go');
    expect(await nothing).toBeUndefined();
  });

  test('refused: records the complete response to the handshake', async () => {
    const refusal = 'HTTP/1.1 401 Unauthorized\r\nX-Request-Id: r-1\r\nContent-Length: 2\r\n\r\n{}';
    const { trader, session } = await stub(echo, (socket) => socket.end(refusal));
    const socket = await trader.openSocket('trading', { token: null });
    expect(socket.opened).toBe(false);
    expect(await socket.next()).toBeUndefined();
    await socket.send({ op: 'auth' });
    expect(session.conversations()[0]).toMatchObject({
      response: { status: 401, body: '{}' },
      failure: null,
      frames: [],
      closed: null,
    });
  });

  test.each<[string, (socket: Duplex) => void, string]>([
    ['the connection is cut off', (socket) => socket.destroy(), 'reset'],
    ['the server stays silent', () => {}, 'timeout'],
  ])('%s: no response, with the reason', async (_, refuse, failure) => {
    const { trader, session } = await stub(echo, refuse);
    expect((await trader.openSocket('trading')).opened).toBe(false);
    expect(session.conversations()[0]).toMatchObject({ response: null, failure });
  });

  test('waits are bounded, and end with the connection', async () => {
    const { trader, session } = await stub((socket) => {
      socket.on('message', () => socket.close(4003, 'away'));
    });
    const socket = await trader.openSocket('trading');
    expect(await socket.next(undefined, 20)).toBeUndefined();
    expect(await socket.untilClosed(20)).toBeUndefined();
    expect(await socket.ask({ op: 'ping' })).toBeUndefined();
    expect(await socket.untilClosed()).toMatchObject({ code: 4003, reason: 'away', by: 'target' });
    expect(session.conversations()[0]?.closed?.code).toBe(4003);
  });

  test.each([
    ['rests once a wait has lasted for long', 300, 1],
    ['does not rest for a short wait', 20, 0],
  ])('its session %s', async (_, waitMs, times) => {
    let rests = 0;
    const rest = <T>(wait: Promise<T>): Promise<T> => {
      rests += 1;
      return wait;
    };
    const { trader } = await stub(() => {}, undefined, { rest });
    expect(await (await trader.openSocket('trading')).next(undefined, waitMs)).toBeUndefined();
    expect(rests).toBe(times);
  });

  test('a message is returned once; messages that do not match stay', async () => {
    const { trader } = await stub((socket) => {
      for (const kind of ['a', 'b', 'a']) socket.send(JSON.stringify({ event: kind, msgType: kind, data: {} }));
    });
    const socket = await trader.openSocket('trading');
    expect((await socket.nextEvent('b'))?.text).toContain('"b"');
    expect((await socket.next())?.text).toContain('"a"');
    expect((await socket.next())?.text).toContain('"a"');
    expect(await socket.next(undefined, 20)).toBeUndefined();
  });

  test('a malformed frame of the target closes the socket and is reported', async () => {
    const { trader, session } = await stub((_, request) => void request.socket.write(Buffer.from([0xff, 0x00])));
    const socket = await trader.openSocket('trading');
    expect(await socket.untilClosed()).toMatchObject({ code: 1006 });
    expect(session.conversations()[0]?.closed?.failure).toMatch(/RSV/);
  });

  test("raw bytes go to the socket's address, and 101 is a response", async () => {
    const { trader } = await stub(echo);
    const lines = ['GET /v1/ws/trading HTTP/1.1', 'Host: <host>', 'Connection: Upgrade', 'Upgrade: websocket'];
    const key = ['Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Version: 13'];
    expect((await trader.raw([...lines, ...key], { socket: 'trading' })).response?.status).toBe(101);
  });
});
