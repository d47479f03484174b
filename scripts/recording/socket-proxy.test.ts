import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { WebSocketServer, WebSocket as WsSocket } from 'ws';
import { dialer } from '../../conformance/member/connection/dial.ts';
import { isConversation } from '../../conformance/member/exchange/conversation.ts';
import type { Exchange } from '../../conformance/member/exchange/exchange.ts';
import { AUTHORITY, SERVER_CERTIFICATE, SERVER_KEY } from '../../conformance/member/testing/sample-certificates.ts';
import { startRecorded } from './testing/sample-gateway.ts';

type Recorded = Awaited<ReturnType<typeof startRecorded>>;

/** Sockets that a test scripts: what each does, by its connection. */
async function startSockets(onOpen: (socket: WsSocket) => void, more: Parameters<typeof startRecorded>[0] = {}) {
  const recorded = await startRecorded(more);
  const { server, sockets, at } = recorded;
  server.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head, onOpen));
  return { ...recorded, ws: at.replace('http', 'ws') };
}

function conversation({ log }: Pick<Recorded, 'log'>) {
  const [only] = log.events();
  if (only === undefined || !isConversation(only as unknown as Exchange)) throw new Error('no conversation');
  return only as Extract<typeof only, { readonly frames: unknown }>;
}

const framesOf = (recorded: Pick<Recorded, 'log'>) =>
  conversation(recorded).frames.map(({ direction, text }) => [direction, text]);

test('messages pass both ways in order, one that comes with the handshake too, and are recorded', async () => {
  const recorded = await startSockets((socket) => {
    socket.send('opened');
    socket.on('message', (data, isBinary) => socket.send(isBinary ? data : `${data}!`));
  });
  const socket = new WsSocket(`${recorded.ws}/v1/ws/market-data?ticket=t1`, { headers: { Authorization: 'Bearer x' } });
  const received: unknown[] = [];
  socket.on('message', (data, isBinary) => received.push(isBinary ? data : String(data)));
  await once(socket, 'open');
  socket.send('one');
  socket.send(Buffer.from([1, 2]));
  await expect.poll(() => received.length).toBe(3);
  expect(received).toEqual(['opened', 'one!', Buffer.from([1, 2])]);
  expect(framesOf(recorded).toSorted()).toEqual(
    [
      ['received', 'opened'],
      ['sent', 'one'],
      ['sent', null],
      ['received', 'one!'],
      ['received', null],
    ].toSorted(),
  );
  expect(conversation(recorded)).toMatchObject({
    socket: 'marketData',
    request: { path: '/v1/ws/market-data?ticket=t1', headers: expect.arrayContaining([['Authorization', 'Bearer x']]) },
    response: { status: 101 },
    closed: null,
  });
});

describe('a close keeps its code and its reason', () => {
  test('that of the target, for the global WebSocket', async () => {
    const recorded = await startSockets((socket) => socket.close(4401, 'session expired'));
    const socket = new WebSocket(`${recorded.ws}/v1/ws/trading`);
    const [{ code, reason }] = (await once(socket, 'close')) as [CloseEvent];
    expect([code, reason]).toEqual([4401, 'session expired']);
    expect(conversation(recorded).closed).toMatchObject({ code: 4401, reason: 'session expired', by: 'target' });
  });

  test('that of the client', async () => {
    const closed = Promise.withResolvers<readonly unknown[]>();
    const recorded = await startSockets((socket) => {
      socket.on('close', (code, reason) => closed.resolve([code, String(reason)]));
    });
    const socket = new WsSocket(`${recorded.ws}/v1/ws/trading`);
    await once(socket, 'open');
    socket.close(4000, 'done');
    expect(await closed.promise).toEqual([4000, 'done']);
    expect(conversation(recorded).closed).toMatchObject({ code: 4000, reason: 'done', by: 'client' });
  });

  test('a connection that ends without a close frame', async () => {
    const recorded = await startSockets((socket) => socket.terminate());
    const socket = new WsSocket(`${recorded.ws}/v1/ws/trading`);
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1006);
    await expect.poll(() => conversation(recorded).closed).toMatchObject({ code: 1006, by: 'target' });
  });
});

test('fragments and pings pass as they are', async () => {
  const recorded = await startSockets((socket) => {
    socket.send('in ', { fin: false });
    socket.ping('between');
    socket.send('two', { fin: true });
  });
  const socket = new WsSocket(`${recorded.ws}/v1/ws/trading`);
  const received: string[] = [];
  socket.on('ping', (data) => received.push(`ping ${data}`));
  socket.on('message', (data) => received.push(String(data)));
  await expect.poll(() => received).toEqual(['ping between', 'in two']);
  expect(framesOf(recorded)).toEqual([['received', 'in two']]);
});

test('a refused handshake passes with its status, headers and body', async () => {
  const recorded = await startRecorded({});
  recorded.server.on('upgrade', (_, socket) => {
    socket.end(
      'HTTP/1.1 401 Unauthorized\r\nX-Request-Id: r1\r\nContent-Length: 14\r\n\r\n{"code":"NOPE"}'.slice(0, -1),
    );
  });
  const socket = new WsSocket(`${recorded.at.replace('http', 'ws')}/v1/ws/trading`);
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  let body = '';
  for await (const piece of answer) body += piece;
  expect([answer.statusCode, answer.headers['x-request-id'], body]).toEqual([401, 'r1', '{"code":"NOPE"']);
  expect(conversation(recorded)).toMatchObject({ response: { status: 401, body: '{"code":"NOPE"' }, frames: [] });
});

test('no compression is agreed, so that messages can be read', async () => {
  const recorded = await startRecorded({});
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: true });
  recorded.server.on('upgrade', (request, socket, head) =>
    server.handleUpgrade(request, socket, head, (opened) => opened.send('a'.repeat(5000))),
  );
  const socket = new WsSocket(`${recorded.at.replace('http', 'ws')}/v1/ws/trading`);
  const [data] = (await once(socket, 'message')) as [Buffer];
  expect(data).toHaveLength(5000);
  expect(socket.extensions).toBe('');
  expect(framesOf(recorded)).toEqual([['received', 'a'.repeat(5000)]]);
});

test('bytes that are no frames pass, and are named', async () => {
  const recorded = await startSockets((socket) => {
    (socket as unknown as { _socket: Socket })._socket.write(Buffer.from([0xff, 0xff, 0, 0]));
  });
  const socket = new WsSocket(`${recorded.ws}/v1/ws/trading`);
  await once(socket, 'error');
  expect(recorded.log.complaints()).toEqual([
    expect.stringMatching(/^\/v1\/ws\/trading: frames of the target cannot be read \(.*RSV/),
  ]);
});

test('over TLS', async () => {
  const tls = { cert: SERVER_CERTIFICATE, key: SERVER_KEY };
  const recorded = await startSockets((socket) => socket.send('secure'), {
    tls,
    dial: dialer(() => undefined, { ca: [AUTHORITY] }),
  });
  const socket = new WsSocket(`${recorded.ws}/v1/ws/trading`);
  expect(String((await once(socket, 'message'))[0])).toBe('secure');
});

test('a client that goes away during the handshake takes its connection to the target with it', async () => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const recorded = await startRecorded({});
  recorded.server.on('upgrade', (_, socket) => {
    begun.resolve();
    socket.once('end', () => ended.resolve());
    socket.resume();
  });
  const socket = new WsSocket(`${recorded.at.replace('http', 'ws')}/v1/ws/trading`);
  socket.on('error', () => {});
  await begun.promise;
  socket.terminate();
  await ended.promise;
  expect(conversation(recorded)).toMatchObject({
    response: null,
    failure: 'aborted',
  });
});

test('a socket that is open when the recording ends has no close in it', async () => {
  const recorded = await startSockets((socket) => socket.send('opened'));
  const socket = new WsSocket(`${recorded.ws}/v1/ws/trading`);
  await once(socket, 'message');
  recorded.log.end();
  socket.send('too late');
  const closed = once(socket, 'close');
  await recorded.recording.close(0);
  await closed;
  expect(conversation(recorded)).toMatchObject({ frames: [{ text: 'opened' }], closed: null });
});
