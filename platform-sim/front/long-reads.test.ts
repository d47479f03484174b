/** What one connection gets of a turn of the event loop, whatever it sends. Each is counted; none is timed. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { serverOptions } from '../../gateway/http/server.ts';
import { RequestFeed } from './request-feed.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n';
const CHUNKS = 100_000;
const TINY_CHUNKS = `${HEAD}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(CHUNKS)}0\r\n\r\n`;
const closing: (() => unknown)[] = [];

const turn = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function sending(sent: string, handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const latest = new WeakMap<Socket, IncomingMessage>();
  const feed = new RequestFeed({
    parsed: { isBehind: () => false, latest: (socket) => latest.get(socket) },
    isLocal: () => false,
    arrived: () => undefined,
  });
  const server = createServer(serverOptions)
    .on('connection', (socket: Socket) => feed.begin(socket))
    .on('request', (request, response) => {
      latest.set(request.socket, request);
      handle(request, response);
    });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  closing.push(
    () => client.destroy(),
    () => server.close().closeAllConnections(),
  );
  client.write(sent);
  return client;
}

/** The most that any turn had, of what `count` counts, until it has come to `whole`. */
async function mostInATurn(count: () => number, whole: number): Promise<number> {
  let most = 0;
  while (count() < whole) {
    const before = count();
    await turn();
    most = Math.max(most, count() - before);
  }
  return most;
}

test('a body of blank lines comes in pieces as long as any other', async () => {
  const body = '\r\n'.repeat(100_000);
  let [pieces, bytes] = [0, 0];
  await sending(`${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`, (request) => {
    request.on('data', (piece: Buffer) => {
      pieces += 1;
      bytes += piece.length;
    });
  });
  while (bytes < body.length) await turn();
  // A read of 64 KB may come in several, not in one for each of its 16,384 blank lines.
  expect(pieces).toBeLessThan(1_000);
});

test('a turn parses a part of what it has read of chunks of a byte', async () => {
  let pieces = 0;
  await sending(TINY_CHUNKS, (request) => {
    request.on('data', () => {
      pieces += 1;
    });
  });
  // A read of 64 KB has 10,922 of them, and Node may read 32 times in a turn.
  expect(await mostInATurn(() => pieces, CHUNKS)).toBeLessThan(8_000);
});

test('a turn reads once of a connection that sends without end, also where the body is thrown away', async () => {
  const BYTES = 8_000_000;
  let socket: Socket | undefined;
  await sending(`${HEAD}Content-Length: ${BYTES}\r\n\r\n${'x'.repeat(BYTES)}`, (request) => {
    socket = request.socket;
    request.resume();
  });
  while (socket === undefined) await turn();
  const { bytesRead } = socket;
  // What resuming reads, and the read itself.
  expect(await mostInATurn(() => (socket?.bytesRead ?? 0) - bytesRead, BYTES - 200_000)).toBeLessThanOrEqual(
    3 * 65_536,
  );
});

test('of chunks whose reader waits, few are parsed', async () => {
  let reading: IncomingMessage | undefined;
  await sending(TINY_CHUNKS, (request) => {
    reading = request.pause();
  });
  while (reading === undefined) await turn();
  for (let n = 0; n < 50; n += 1) await turn();
  expect(reading.readableLength).toBeLessThan(10_000);
  expect((await text(reading)).length).toBe(CHUNKS);
});

test.each<[string, (request: IncomingMessage) => Promise<number>]>([
  ['an iteration', async (request) => (await text(request)).length],
  [
    'an iteration that begins late',
    async (request) => {
      for (let n = 0; n < 50; n += 1) await turn();
      return (await text(request)).length;
    },
  ],
  [
    'a listener that pauses at times',
    async (request) => {
      let pieces = 0;
      request.on('data', () => {
        pieces += 1;
        if (pieces % 1_000 !== 0) return;
        request.pause();
        setImmediate(() => request.resume());
      });
      await once(request, 'end');
      return pieces;
    },
  ],
])('%s reads every chunk, and the request behind them is served', async (_, read) => {
  const bytes: number[] = [];
  const client = await sending(
    `${TINY_CHUNKS}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    (request, response) => {
      void read(request).then((length) => {
        bytes.push(length);
        response.end();
      });
    },
  );
  await once(client.resume(), 'close');
  expect(bytes.toSorted((left, right) => right - left)).toEqual([CHUNKS, 0]);
});
