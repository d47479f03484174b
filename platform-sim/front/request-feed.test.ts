import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { RequestFeed } from './request-feed.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const closing: (() => unknown)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serving(isBehind: (socket: Socket) => boolean) {
  const latest = new WeakMap<Socket, IncomingMessage>();
  const feed = new RequestFeed({
    parsed: { isBehind, latest: (socket) => latest.get(socket) },
    isLocal: () => false,
    arrived: () => undefined,
  });
  const server = createServer()
    .on('connection', (socket: Socket) => feed.begin(socket))
    .on('request', (request) => latest.set(request.socket, request));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  closing.push(
    () => client.destroy(),
    () => server.close().closeAllConnections(),
  );
  return { feed, server, client };
}

test('of a chunk of many requests one is parsed, and the next when the connection is resumed', async () => {
  let parsed = 0;
  const { server, client } = await serving(() => true);
  const sockets: Socket[] = [];
  server.on('request', ({ socket }) => {
    parsed += 1;
    sockets.push(socket);
  });
  client.write(GET.repeat(100));
  for (let n = 1; n <= 5; n += 1) {
    while (parsed < n) await new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(parsed).toBe(n);
    sockets[0]?.resume();
  }
});

test.each([
  ['a blank line in a body', ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\na\r\n\r\nb\r\n\r\nc\n']],
  ['a chunked body', ['POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nab\r\n\r\n0\r\n\r\n']],
  ['a request in two pieces', [GET.slice(0, 20), GET.slice(20)]],
  ['a blank line in two pieces', [GET.slice(0, -2), GET.slice(-2)]],
])('%s is read as it came, with what stands behind it', async (_, pieces) => {
  const { server, client } = await serving(() => false);
  const bodies: string[] = [];
  server.on('request', (request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.end();
    });
  });
  for (const piece of pieces) {
    client.write(piece);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  client.write(GET + GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  client.resume();
  await once(client, 'close');
  const first = /\r\n\r\na|4\r\n/.test(pieces[0] ?? '') ? (bodies[0] as string) : '';
  expect(bodies).toEqual([first, '', '']);
  if (first !== '') expect(['a\r\n\r\nb\r\n\r\nc\n', 'ab\r\n']).toContain(first);
});

test('what a client sends behind its handshake goes to whoever takes the connection, byte for byte', async () => {
  const { feed, server, client } = await serving(() => false);
  const behind = `first\r\n\r\nsecond\r\n\r\nthird`;
  let bytes = '';
  server.once('upgrade', (_, socket: Socket, head: Buffer) => {
    bytes = feed.end(socket, head).toString();
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk;
    });
  });
  client.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n${behind}`);
  while (bytes === '') await new Promise((resolve) => setImmediate(resolve));
  client.write(' and more');
  while (!bytes.endsWith('more')) await new Promise((resolve) => setImmediate(resolve));
  expect(bytes).toBe(`${behind} and more`);
});
