/** Tests with members whose responses never end: each costs a bounded time and memory, and its failure is named. */
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { startStopwatch } from '../../runner/stopwatch.ts';
import { directly } from '../connection/dial.ts';
import { sendBytes } from './raw-connection.ts';
import { SocketClient } from './socket-client.ts';
import { httpTransport } from './transport.ts';

const MIB = 1024 * 1024;
const CHUNK = Buffer.alloc(MIB / 4, 'x');
const open = new Set<Socket>();
let server: Server | undefined;
let sentBytes = 0;

afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
  server?.close();
  sentBytes = 0;
});

async function serving(answer: (socket: Socket) => void): Promise<URL> {
  server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => answer(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return new URL(`http://127.0.0.1:${address.port}`);
}

/** Writes until the other side closes. `frame`: wraps each chunk. */
function endlessly(head: string, frame: (chunk: Buffer) => Buffer = (chunk) => chunk) {
  return (socket: Socket) => {
    const more = () => {
      while (!socket.destroyed && sentBytes < 200 * MIB) {
        sentBytes += CHUNK.length;
        if (!socket.write(frame(CHUNK))) return void socket.once('drain', more);
      }
    };
    socket.write(head);
    more();
  };
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const chunked = (chunk: Buffer) =>
  Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);

const ENDLESS = [
  ['50 MB', endlessly(`${HEAD}Content-Length: ${50 * MIB}\r\n\r\n`)],
  ['an endless body', endlessly(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, chunked)],
  ['a body that only the close of the connection ends', endlessly(`${HEAD}Connection: close\r\n\r\n`)],
] as const;

const BY = {
  async http(base: URL, timeoutMs: number) {
    const transport = httpTransport(base.href, startStopwatch());
    const answer = await transport.send({ method: 'GET', path: '/me', headers: [], body: null, timeoutMs });
    await transport.close();
    return answer;
  },
  raw: (base: URL, timeoutMs: number) =>
    sendBytes(base, Buffer.from('GET /me HTTP/1.1\r\n\r\n'), timeoutMs, startStopwatch(), directly),
  async handshake(base: URL, timeoutMs: number) {
    const client = new SocketClient(
      'trading',
      { stamp: () => ({ n: 1, atMs: 0 }), clean: (text) => text, rest: (wait) => wait, receive() {} },
      startStopwatch(),
      directly,
    );
    const answer = await client.handshake(new URL(base.href.replace('http', 'ws')), [], timeoutMs);
    await client.close(1000, '');
    return answer;
  },
} as const;
const WAYS = ['http', 'raw', 'handshake'] as const;

describe.each(WAYS)('by %s', (way) => {
  test.each(ENDLESS)('reads no further than 8 MB of %s', async (_, answer) => {
    const base = await serving(answer);
    expect(await BY[way](base, 60_000)).toEqual({ failure: 'an answer longer than 8 MB' });
    // The system's buffers bound the bytes in transit.
    expect(sentBytes).toBeLessThan(40 * MIB);
  });

  test('a head that never ends is no response', async () => {
    const base = await serving(endlessly('HTTP/1.1 200 OK\r\nX-Long: '));
    expect(await BY[way](base, 60_000)).toMatchObject({ failure: 'a head of an answer longer than 16 KB' });
    expect(sentBytes).toBeLessThan(40 * MIB);
  });

  test('fewer bytes than announced are an incomplete response', async () => {
    const base = await serving((socket) => socket.end(`${HEAD}Content-Length: 100\r\n\r\n{}`));
    const named = { http: { failure: 'reset' }, raw: { failure: 'no whole HTTP answer' }, handshake: { body: '{}' } };
    expect(await BY[way](base, 60_000)).toMatchObject(named[way]);
  });

  test("bytes that trickle in forever end with the request's timeout", async () => {
    const base = await serving((socket) => {
      socket.write(`${HEAD}Content-Length: 1000\r\n\r\n`);
      const { after } = startStopwatch();
      const drip = () => {
        if (!socket.destroyed) socket.write('x', () => after(5, drip));
      };
      drip();
    });
    expect(await BY[way](base, 100)).toEqual({ failure: 'timeout' });
  });

  test("an unfinished TLS handshake ends with the request's timeout", async () => {
    const base = await serving(() => {});
    expect(await BY[way](new URL(base.href.replace('http:', 'https:')), 100)).toEqual({ failure: 'timeout' });
  });
});

test.each([
  ['long', CHUNK, false],
  ['empty', Buffer.alloc(0), false],
  ['binary', CHUNK, true],
])("endless %s frames close the suite's socket", async (_, chunk, binary) => {
  const frames = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(frames, 'listening');
  const { port } = frames.address() as AddressInfo;
  let sent = 0;
  frames.on('connection', (socket) => {
    const more = () => {
      sentBytes += chunk.length;
      sent += 1;
      const isEnough = sentBytes >= 200 * MIB || sent >= 200_000;
      if (socket.readyState === socket.OPEN && !isEnough) socket.send(chunk, { binary }, more);
      else if (isEnough) socket.close();
    };
    more();
  });
  const client = new SocketClient(
    'trading',
    { stamp: () => ({ n: 1, atMs: 0 }), clean: (text) => text, rest: (wait) => wait, receive() {} },
    startStopwatch(),
    directly,
  );
  await client.handshake(new URL(`ws://127.0.0.1:${port}`), [], 10_000);
  expect(await client.untilClosed(60_000)).toMatchObject({ failure: 'more than 8 MB of frames' });
  frames.close();
});
