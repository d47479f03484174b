/** The pair: a real client against a member's answers. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../testing/sample-client.ts';
import { handshake } from '../testing/sample-handshake.ts';
import { SampleClock } from '../testing/sample-platform.ts';
import type { Connection, Ended } from './connection.ts';
import { acceptWebSocket } from './ws-connection.ts';

interface Pair extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly machineClock: SampleClock;
  /** Resolves with the member's end of the next connection. */
  accepted(): Promise<Connection>;
}

async function pair(): Promise<Pair> {
  const machineClock = new SampleClock();
  const server = createServer();
  const sockets = new Set<Socket>();
  const waiting: ((connection: Connection) => void)[] = [];
  server.on('upgrade', (request, socket: Socket, head) => {
    sockets.add(socket);
    void acceptWebSocket(request, socket, head, { machineClock, headers: { 'X-Request-Id': 'r-1' } }).then(
      (connection) => waiting.shift()?.(connection),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    port,
    machineClock,
    accepted: () => new Promise((resolve) => waiting.push(resolve)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Both ends of a connection, once it is open, and the messages that the member's end received. */
async function ends(on: Pair, options: object = {}) {
  const accepting = on.accepted();
  const ws = new WebSocket(on.url, [], options);
  ws.on('error', () => undefined);
  const received: (string | null)[] = [];
  const [connection] = await Promise.all([accepting, once(ws, 'open')]);
  const { promise: gone, resolve: closed } = Promise.withResolvers<Ended>();
  return {
    ws,
    connection,
    received,
    gone,
    listen: () => connection.listen({ received: (text) => received.push(text), closed }),
  };
}

async function closedBy(ws: WebSocket): Promise<number> {
  const [code] = await once(ws, 'close');
  return code;
}

test('messages come whole and in order, also those sent before there is a listener; a binary one is null', async () => {
  await using on = await pair();
  const { ws, received, listen } = await ends(on);
  ws.send('a');
  ws.send('frag', { fin: false });
  ws.send('mented', { fin: true });
  ws.send(Buffer.from('b'));
  ws.send('é');
  await new Promise((resolve) => setImmediate(resolve));
  expect(received).toEqual([]);
  listen();
  await until(() => received.length === 4);
  expect(received).toEqual(['a', 'fragmented', null, 'é']);
});

test('a message that came with the handshake waits for a listener', async () => {
  await using on = await pair();
  const accepting = on.accepted();
  const socket = connect(on.port, '127.0.0.1');
  socket.write(Buffer.concat([Buffer.from(handshake('/')), Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x61])]));
  const connection = await accepting;
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  const received: (string | null)[] = [];
  connection.listen({ received: (text) => received.push(text), closed: () => undefined });
  await until(() => received.length === 1);
  expect(received).toEqual(['a']);
  socket.destroy();
});

test.each([
  ['64 KiB are accepted', 65_536, undefined],
  ['a byte more is not', 65_537, 1009],
])('%s', async (_name, length, code) => {
  await using on = await pair();
  const { ws, received, listen } = await ends(on);
  listen();
  const closed = closedBy(ws);
  ws.send('a'.repeat(length));
  if (code === undefined) await until(() => received.length === 1);
  else expect([await closed, received]).toEqual([code, []]);
});

test('a session whose client sends too much reports the reason, at both ends', async () => {
  await using on = await pair();
  const { ws, listen, gone } = await ends(on);
  listen();
  ws.send('a'.repeat(65_537));
  const [code, reason] = await once(ws, 'close');
  expect([code, String(reason)]).toEqual([1009, 'a message is 65536 bytes at most']);
  expect(await gone).toEqual({ code: 1009, why: 'too big' });
});

test.each<[string, (ws: WebSocket) => void, Ended]>([
  ['with a code', (ws) => ws.close(4321), { code: 4321, why: 'closed by the client' }],
  ['with a code of the pair', (ws) => ws.close(1009), { code: 1009, why: 'closed by the client' }],
  ['with none', (ws) => ws.close(), { code: 1005, why: 'closed by the client' }],
  ['without a word', (ws) => ws.terminate(), { code: 1006, why: 'gone' }],
])('a client that leaves, %s', async (_, leave, ended) => {
  await using on = await pair();
  const { ws, listen, gone } = await ends(on);
  listen();
  leave(ws);
  expect(await gone).toEqual(ended);
});

test.each([
  ['text that is not UTF-8', [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28], 1007],
  ['a frame without a mask', [0x81, 0x01, 0x61], 1002],
  ['an unknown opcode', [0x83, 0x80, 0, 0, 0, 0], 1002],
  ['a reserved bit', [0xc1, 0x80, 0, 0, 0, 0], 1002],
])('%s is a breach of the protocol', async (_name, bytes, code) => {
  await using on = await pair();
  const accepting = on.accepted();
  const socket = connect(on.port, '127.0.0.1');
  socket.write(handshake('/'));
  const connection = await accepting;
  connection.listen({ received: () => undefined, closed: () => undefined });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(Buffer.from(bytes));
  const reason = code === 1007 ? 'a text message is UTF-8' : 'not a frame as RFC 6455 has them';
  const closing = Buffer.from([0x88, 2 + reason.length, code >> 8, code & 0xff, ...Buffer.from(reason)]);
  await until(() => Buffer.concat(chunks).includes(closing));
  socket.destroy();
});

test('a close is answered and reported once, and nothing is received or sent after it', async () => {
  await using on = await pair();
  const { ws, connection, received, listen, gone } = await ends(on);
  listen();
  const said: string[] = [];
  ws.on('message', (data) => said.push(String(data)));
  const closed = once(ws, 'close');
  ws.send('late');
  connection.close(4001, 'over');
  connection.close(1001, 'again');
  connection.send('late');
  const [code, reason] = await closed;
  await gone;
  expect([code, String(reason), received, said]).toEqual([4001, 'over', [], []]);
});

test('a client that is silent for a minute is cut off; one that answers pings is not', async () => {
  await using on = await pair();
  const silent = await ends(on, { autoPong: false });
  const alive = await ends(on);
  silent.listen();
  alive.listen();
  const cut = closedBy(silent.ws);
  const { ws } = alive;
  for (let pings = 0; pings < 2; pings += 1) {
    const ponged = once(ws, 'ping');
    on.machineClock.advance(30_000);
    await ponged;
    const before = alive.received.length;
    ws.send('still here');
    await until(() => alive.received.length > before);
    expect(silent.ws.readyState).toBe(WebSocket.OPEN);
  }
  on.machineClock.advance(30_000);
  expect(await cut).toBe(1006);
  await silent.gone;
  expect(ws.readyState).toBe(WebSocket.OPEN);
});

test('without connections no timer is left', async () => {
  await using on = await pair();
  const { ws, gone, listen } = await ends(on);
  listen();
  ws.terminate();
  await gone;
  on.machineClock.advance(30_000);
  expect(on.machineClock.waiting).toBe(0);
});

test.each([10, 300, 70_000])('a frame of %i characters that is cut: half of it, then the end', async (length) => {
  await using on = await pair();
  const accepting = on.accepted();
  const socket = connect(on.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(handshake('/'));
  const connection = await accepting;
  await until(() => Buffer.concat(chunks).includes('\r\n\r\n'));
  const closed = once(socket, 'close');
  connection.cut('x'.repeat(length));
  await closed;
  const all = Buffer.concat(chunks);
  const frame = all.subarray(all.indexOf('\r\n\r\n') + 4);
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  expect(frame[0]).toBe(0x81);
  expect(frame.length).toBe(Math.ceil((header + length) / 2));
});

test('a client that has left before the answer opens no connection', async () => {
  const server = createServer();
  const refused = Promise.withResolvers<unknown>();
  server.on('upgrade', (request, socket: Socket, head) => {
    socket.destroy();
    acceptWebSocket(request, socket, head, { machineClock: new SampleClock() }).catch(refused.resolve);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(handshake('/'));
  expect(await refused.promise).toBeInstanceOf(Error);
  socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});
