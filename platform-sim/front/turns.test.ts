/** What the port parses and serves in which turn: one connection's share, and fairness among many. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serverOptions } from '../../gateway/http/server.ts';
import { elapsedMs } from '../clock.ts';
import { until } from '../testing/sample-scene.ts';
import { ConnectionTurns } from './connection-turns.ts';
import { RequestFeed } from './request-feed.ts';
import { Client, GET, LAST_GET, port } from './testing/sample-port.ts';
import { type Standing, TurnQueue } from './turn-queue.ts';

type Handle = (request: IncomingMessage, response: ServerResponse, isTooMany: boolean) => void;

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n';
const CHUNKS = 100_000;
const TINY_CHUNKS = `${HEAD}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(CHUNKS)}0\r\n\r\n`;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Long enough for a server to do what it does unasked: as many turns of the event loop as it had requests, and more. */
async function turns(count = 3_000): Promise<void> {
  for (let n = 0; n < count; n += 1) await turn();
}

/** A server of turns alone, and paused clients of it. */
async function serving(handle: Handle) {
  const parsed = new ConnectionTurns(handle);
  const feed = new RequestFeed({ parsed, isLocal: () => false, arrived: () => undefined });
  const server = createServer(serverOptions, (request, response) => parsed.add(request, response, () => undefined));
  server.on('connection', (socket: Socket) => feed.begin(socket));
  onTestFinished(() => server.close().closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    turns: parsed,
    async client(sent = ''): Promise<Client> {
      const client = new Client(server.address() as AddressInfo);
      client.socket.pause();
      await once(client.socket, 'connect');
      if (sent !== '') client.socket.write(sent);
      return client;
    },
  };
}

/** Keeps the URL of each request in the order of service. */
function inOrder(order: string[], busyMs = 0): Handle {
  return (request, response) => {
    order.push(request.url ?? '');
    for (const endMs = elapsedMs() + busyMs; elapsedMs() < endMs; );
    response.end();
  };
}

describe('a connection that pipelines', () => {
  test('and reads nothing has only as many answers as it holds', async () => {
    let served = 0;
    const bytes = Buffer.alloc(1_048_576);
    const { client } = await serving((_, response) => {
      served += 1;
      response.end(bytes);
    });
    await client(GET.repeat(400));
    await turns();
    // What lies in the buffers of both ends is the system's: some megabytes.
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThan(40);
  });

  test('is read no further while it has requests in waiting, however many answers leave', async () => {
    let most = 0;
    const at = await serving((request, response) => {
      most = Math.max(most, at.turns.count);
      request.resume();
      setImmediate(() => response.end('answer'));
    });
    const padded = GET.replace('\r\n\r\n', `\r\nX-Padding: ${'x'.repeat(1_000)}\r\n\r\n`);
    const reader = await at.client(padded.repeat(2_000) + LAST_GET);
    expect((await text(reader.socket)).match(/answer/g)).toHaveLength(2_001);
    // One that is served, one behind it.
    expect(most).toBe(2);
  });

  test('has all answered, in order, once it reads', async () => {
    const bodies: string[] = [];
    const at = await serving((request, response) => {
      void text(request).then((body) => response.end(`<${bodies.push(body)}>`));
    });
    const post = (body: string, more = '') => `${HEAD}${more}Content-Length: ${body.length}\r\n\r\n${body}`;
    const sent = Array.from({ length: 300 }, (_, index) => `body ${index}`);
    const all = sent.map((body, index) => post(body, index === 299 ? 'Connection: close\r\n' : '')).join('');
    const reader = await at.client(all.slice(0, -4));
    await turns();
    expect(bodies).toEqual(sent.slice(0, -1));
    // The rest of the last body comes when nothing is in waiting any more.
    reader.socket.write(all.slice(-4));
    expect((await text(reader.socket)).match(/<[0-9]+>/g)).toEqual(sent.map((_, index) => `<${index + 1}>`));
    expect([bodies, at.turns.count]).toEqual([sent, 0]);
  });

  test('takes what it had in waiting with it when it is gone; of twenty at most two requests each are parsed', async () => {
    const held: ServerResponse[] = [];
    const at = await serving((_, response) => held.push(response));
    const clients = [];
    for (let n = 0; n < 20; n += 1) clients.push(await at.client(GET.repeat(2_000)));
    await turns();
    expect([held.length, at.turns.count]).toEqual([20, 40]);
    for (const response of held) response.destroy();
    await until(() => at.turns.count === 0);
    expect(held).toHaveLength(20);
  });

  test('is served in turn by an open port', async () => {
    const held: ServerResponse[] = [];
    await new Client(await port({ handle: (_, response) => held.push(response) })).send(GET.repeat(20));
    await turns();
    expect(held).toHaveLength(1);
  });

  test('with a backlog is served after a fresh request, and in turn with others', async () => {
    const order: string[] = [];
    const { client } = await serving(inOrder(order));
    await client(GET.repeat(500));
    const fresh = await client(GET.replace('/', '/fresh'));
    await once(fresh.socket.resume(), 'data');
    expect(order.indexOf('/fresh')).toBeLessThan(100);
    await turns();
    order.length = 0;
    const names = ['/a', '/b', '/c'];
    for (const name of names) await client(GET.replace('/', name).repeat(100));
    await turns();
    expect(order).toHaveLength(300);
    for (const name of names) expect(order.slice(150, 180).filter((one) => one === name).length).toBeGreaterThan(5);
  });

  test('and had its answer comes before many that have just connected', async () => {
    const order: string[] = [];
    // As long as a turn of the event loop is to take: each serves one new connection at most.
    const { client } = await serving(inOrder(order, 5));
    const known = (await client(GET.replace('/', '/known'))).socket.resume();
    await once(known, 'data');
    const others = await Promise.all(Array.from({ length: 40 }, () => client()));
    for (const { socket } of others) socket.write(GET.replace('/', '/new'));
    known.write(GET.replace('/', '/known'));
    await once(known, 'data');
    expect(order.filter((url) => url === '/new').length).toBeLessThan(20);
  });
});

describe('a turn', () => {
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

  test('parses a part of what it has read of chunks of a byte, and few whose reader waits', async () => {
    let pieces = 0;
    let waiting: IncomingMessage | undefined;
    const { client } = await serving((request) => {
      if (request.url === '/waits') waiting = request.pause();
      else request.on('data', () => (pieces += 1));
    });
    await client(TINY_CHUNKS);
    // A read of 64 KB has 10,922 of them, and Node may read 32 times in a turn.
    expect(await mostInATurn(() => pieces, CHUNKS)).toBeLessThan(8_000);
    await client(TINY_CHUNKS.replace('/', '/waits'));
    await until(() => waiting !== undefined);
    await turns(50);
    expect(waiting?.readableLength).toBeLessThan(10_000);
    expect((await text(waiting as IncomingMessage)).length).toBe(CHUNKS);
  });

  test('reads once of a connection that sends without end, and a body of blank lines in long pieces', async () => {
    const sockets: Socket[] = [];
    let [pieces, bytes] = [0, 0];
    const { client } = await serving((request) => {
      request.on('data', (piece: Buffer) => {
        pieces += 1;
        bytes += piece.length;
      });
      sockets.push(request.socket);
    });
    const body = '\r\n'.repeat(100_000);
    await client(`${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`);
    await until(() => bytes === body.length);
    // A read of 64 KB may come in several, not in one for each of its 16,384 blank lines.
    expect(pieces).toBeLessThan(1_000);
    const long = 8_000_000;
    await client(`${HEAD}Content-Length: ${long}\r\n\r\n${'x'.repeat(long)}`);
    await until(() => sockets.length === 2);
    const bytesRead = () => sockets[1]?.bytesRead ?? 0;
    const before = bytesRead();
    // What resuming reads, and the read itself.
    expect(await mostInATurn(() => bytesRead() - before, long - 200_000)).toBeLessThanOrEqual(3 * 65_536);
  });

  test.each<[string, (request: IncomingMessage) => Promise<number>]>([
    ['an iteration', async (request) => (await text(request)).length],
    ['an iteration that begins late', async (request) => turns(50).then(async () => (await text(request)).length)],
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
  ])('gives every chunk to %s, and the request behind them is served', async (_, read) => {
    const bytes: number[] = [];
    const { client } = await serving((request, response) => {
      void read(request).then((length) => {
        bytes.push(length);
        response.end();
      });
    });
    const { socket } = await client(TINY_CHUNKS + LAST_GET);
    await once(socket.resume(), 'close');
    expect(bytes.toSorted((left, right) => right - left)).toEqual([CHUNKS, 0]);
  });

  test.each([
    ['a blank line in a body', [`${HEAD}Content-Length: 12\r\n\r\na\r\n\r\nb\r\n\r\nc\n`], 'a\r\n\r\nb\r\n\r\nc\n'],
    ['a chunked body', [`${HEAD}Transfer-Encoding: chunked\r\n\r\n4\r\nab\r\n\r\n0\r\n\r\n`], 'ab\r\n'],
    ['a request in two pieces', [GET.slice(0, 20), GET.slice(20)], ''],
    ['a blank line in two pieces', [GET.slice(0, -2), GET.slice(-2)], ''],
  ])('reads %s as it came, with what stands behind it', async (_, pieces, body) => {
    const bodies: string[] = [];
    const { client } = await serving((request, response) => {
      void text(request).then((read) => {
        bodies.push(read);
        response.end();
      });
    });
    const { socket } = await client();
    for (const piece of pieces) {
      socket.write(piece);
      await turns(20);
    }
    socket.write(GET + LAST_GET);
    await once(socket.resume(), 'close');
    expect(bodies).toEqual([body, '', '']);
  });
});

describe('the queue', () => {
  test('of clients that had an answer leaves about a quarter of what is served to new connections', async () => {
    const queue = new TurnQueue();
    const order: Standing[] = [];
    let left = 1_000;
    // A served prompt client sends its next request at once.
    const push = (standing: Standing): void =>
      queue.push(standing, () => {
        order.push(standing);
        if (standing === 'prompt' && left-- > 0) push('prompt');
      });
    for (let n = 0; n < 80; n += 1) push(n < 16 ? 'prompt' : 'other');
    await until(() => queue.length === 0);
    expect(order[0]).toBe('prompt');
    const last = order.lastIndexOf('other');
    expect(last).toBeLessThanOrEqual(4 * 64);
    // Each turn of the event loop has one for new connections early: somewhat less than three to one.
    expect(order.slice(0, last).filter((one) => one === 'prompt').length).toBeGreaterThan(2 * 64);
  });

  test('lets go of what was served, although it is never empty', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const queue = new TurnQueue();
    const served: WeakRef<object>[] = [];
    const push = (): void => {
      const request = {};
      queue.push('prompt', () => {
        served.push(new WeakRef(request));
        push();
      });
    };
    for (let n = 0; n < 4; n += 1) push();
    await until(() => served.length >= 200);
    const earlier = served.slice(0, 100);
    // The target of a new WeakRef is kept to the end of its turn.
    await turn();
    collectGarbage();
    expect(earlier.filter((request) => request.deref() !== undefined)).toHaveLength(0);
  });
});
