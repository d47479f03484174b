/** An open port: what it answers, handshakes, slow clients, and its connections in a drain and a pause. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { refuseUnreadable, serverOptions } from '../../gateway/http/server.ts';
import { elapsedMs } from '../clock.ts';
import { until } from '../testing/sample-scene.ts';
import type { Served } from './open-port.ts';
import { PortError } from './port-error.ts';
import { Client, clock, GET, hello, LAST_GET, port } from './testing/sample-port.ts';

const late: Served = { handle: (_, response) => void clock.after(10, 'a slow answer', () => response.end('late')) };
const CLOSES = 'Connection: close';

/** A port that keeps each answer until the test sends it. */
async function holding(over: Partial<Served> = {}) {
  const held: (() => void)[] = [];
  const handle: Served['handle'] = ({ url }, response) => void held.push(() => response.end(`answer to ${url}`));
  const opened = await port({ handle, ...over });
  return {
    opened,
    async answer(n: number): Promise<void> {
      await until(() => held.length > n);
      held[n]?.();
    },
    isHeld: (count: number) => until(() => held.length === count),
  };
}

describe('an open port', () => {
  test('is named by its address', async () => {
    const opened = await port(hello);
    expect(opened.url).toBe(`http://127.0.0.1:${opened.port}`);
    expect(await (await fetch(opened.url)).text()).toBe('hello');
  });

  test('sends the head of an answer in pieces with the first of them', async () => {
    const opened = await port({
      handle(_, response) {
        response.writeHead(201, ['X-Named', 'in a list']);
        response.write('a');
        response.end('b');
      },
    });
    const client = opened.connect();
    client.end(LAST_GET);
    const answer = await text(client);
    expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\nX-Named: in a list\r\n/);
    expect(answer).toContain('\r\n1\r\na\r\n1\r\nb\r\n0');
  });

  test('answers a client that has closed its half after the request', async () => {
    const client = new Client(await port(late), true);
    client.socket.end(LAST_GET);
    await client.closed;
    expect(client.received).toMatch(/^HTTP\/1\.1 200.*late$/s);
  });

  test('answers requests that arrived before `serve`', async () => {
    const opened = await port();
    const client = new Client(opened);
    await client.send(GET);
    await new Promise((resolve) => setImmediate(resolve));
    opened.serve(hello);
    expect(await client.reads(1)).toContain('hello');
  });

  test('that is taken, or on another machine, is refused with advice', async () => {
    const taken = await port(hello);
    const again = port(undefined, { port: taken.port, option: '--control-port' });
    await expect(again).rejects.toThrow(PortError);
    await expect(again).rejects.toThrow(
      `port ${taken.port} of 127.0.0.1 is taken: stop what uses it, or choose another with --control-port (0 takes a free one)`,
    );
    const elsewhere = port(undefined, { host: '192.0.2.1' });
    await expect(elsewhere).rejects.toThrow('192.0.2.1 is not an address of this machine');
  });

  test('that is not opened serves clients in this process, and drains like an open one', async () => {
    const nowhere = await port(late, { host: 'gateway.test', port: 'none' });
    const client = nowhere.connect();
    const all = text(client);
    client.write(GET);
    await new Promise((resolve) => setImmediate(resolve));
    await nowhere.drain({ idleGraceMs: 0, deadlineMs: 5_000 });
    expect([nowhere.port, nowhere.url]).toEqual([0, 'http://gateway.test']);
    expect(await all).toMatch(/late$/);
  });

  test('sends a held answer once it is released, unless the connection was closed', async () => {
    const sends: (() => void)[] = [];
    const client = new Client(await port({ ...hello, holdBack: () => (send) => sends.push(send) }));
    await client.send(GET);
    await until(() => sends.length === 1);
    sends[0]?.();
    expect(await client.reads(1)).toContain('hello');
    const dropped = new Client(
      await port({
        ...hello,
        holdBack:
          ({ socket }) =>
          () =>
            socket.destroy(),
      }),
    );
    await dropped.send(GET);
    await dropped.closed;
    expect(dropped.received).toBe('');
  });
});

describe('a handshake', () => {
  const HANDSHAKE = 'GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
  const taking = {
    takesUpgrade: ({ url }: IncomingMessage) => url === '/socket',
    upgrade(_: IncomingMessage, socket: Socket, head: Buffer) {
      socket.write(`upgraded <${head}`);
      socket.pipe(socket);
    },
  };

  test('is handed over with the bytes that follow it, also after an answered request', async () => {
    const client = new Client(await port({ ...hello, ...taking }));
    await client.send(GET, 1);
    const behind = 'first\r\n\r\nsecond\r\n\r\nthird';
    await client.send(HANDSHAKE + behind, 1, /third/g);
    expect(await client.send(' and more', 1, /more/g)).toMatch(
      /hello.*upgraded <first\r\n\r\nsecond\r\n\r\nthird and more$/s,
    );
  });

  test.each<[string, Partial<Served>, string]>([
    ['of another path', taking, HANDSHAKE.replace('/socket', '/')],
    ['at a port that takes none', {}, HANDSHAKE],
    ['without the header', { ...taking, takesUpgrade: () => true }, HANDSHAKE.replace('Upgrade: websocket\r\n', '')],
  ])('%s is a plain request', async (_, served, sent) => {
    expect(await new Client(await port({ ...hello, ...served })).send(sent, 1)).toContain('hello');
  });

  test('behind a request without an answer is a plain request, and the answers keep their order', async () => {
    const { opened, answer } = await holding(taking);
    const client = new Client(opened);
    await client.send(GET + HANDSHAKE);
    for (const n of [0, 1]) await answer(n);
    expect((await client.reads(2)).match(/answer to .*/g)).toEqual(['answer to /HTTP/1.1 200 OK', 'answer to /socket']);
  });

  test('keeps a drain waiting until its connection is closed, or cut off at the deadline', async () => {
    for (const deadlineMs of [30, 600_000]) {
      const served: Socket[] = [];
      const opened = await port({ ...hello, ...taking, upgrade: (_, socket) => void served.push(socket) });
      const client = new Client(opened);
      await client.send(HANDSHAKE);
      await until(() => served.length === 1);
      const draining = opened.drain({ idleGraceMs: 0, deadlineMs });
      if (deadlineMs > 30) served[0]?.destroy();
      await Promise.all([draining, client.closed]);
    }
  });
});

describe('a drain', () => {
  test('closes an idle connection after a moment, and the port with it', async () => {
    const opened = await port(hello);
    const idle = new Client(opened);
    await idle.send(GET, 1);
    await opened.drain({ idleGraceMs: 50, deadlineMs: 10_000 });
    await idle.closed;
    await expect(fetch(opened.url)).rejects.toThrow();
  });

  test('still answers an idle connection, with Connection: close', async () => {
    const opened = await port(hello);
    const later = new Client(opened);
    expect(await later.send(GET, 1)).not.toContain(CLOSES);
    const draining = opened.drain({ idleGraceMs: 5_000, deadlineMs: 10_000 });
    expect(await later.send(GET, 2)).toContain(CLOSES);
    await Promise.all([later.closed, draining]);
  });

  test('waits for requests in progress: each of several that one connection sent at once', async () => {
    const { opened, answer, isHeld } = await holding();
    const client = new Client(opened);
    await client.send(GET.repeat(3));
    await isHeld(1);
    const draining = opened.drain({ idleGraceMs: 0, deadlineMs: 10_000 });
    for (const n of [0, 1, 2]) await answer(n);
    await Promise.all([client.closed, draining]);
    expect(client.received.match(/answer to/g)).toHaveLength(3);
    expect(client.received).toContain(CLOSES);
  });

  test('cuts off endless answers at its deadline', async () => {
    const { opened, isHeld } = await holding();
    const hanging = new Client(opened);
    await hanging.send(GET);
    await isHeld(1);
    await opened.drain({ idleGraceMs: 0, deadlineMs: 30 });
    await hanging.closed;
  });
});

describe('a pause', () => {
  test('refuses new connections, and serves those that are open until their next answer', async () => {
    const opened = await port(hello);
    const [kept, idle] = [new Client(opened), new Client(opened)];
    await once(idle.socket, 'connect');
    expect(await kept.send(GET, 1)).not.toContain(CLOSES);
    await opened.pause();
    await expect(fetch(opened.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    expect(await kept.send(GET, 2)).toContain(CLOSES);
    await kept.closed;
    await opened.resume();
    expect(await idle.send(GET, 1)).not.toContain(CLOSES);
  });

  test('answers the requests of connections that were not accepted yet', async () => {
    const opened = await port(hello);
    const early = Array.from({ length: 20 }, () => new Client(opened));
    for (const { socket } of early) socket.end(LAST_GET);
    await new Promise((resolve) => process.nextTick(resolve));
    // The system opens the connections while this process does not come to accept them.
    const untilMs = elapsedMs() + 20;
    while (elapsedMs() < untilMs);
    await opened.pause();
    for (const client of early) expect(await client.reads(1)).toContain('hello');
  });

  test('keeps a connection open if its answer began before the pause: the next answer closes it', async () => {
    let end: (() => void) | undefined;
    const opened = await port({
      handle(request, response) {
        if (end !== undefined) return hello.handle(request, response);
        response.write('begun');
        end = () => response.end();
      },
    });
    const early = new Client(opened);
    expect(await early.send(GET, 1)).not.toContain(CLOSES);
    await opened.pause();
    end?.();
    await early.reads(1, /\r\n0\r\n\r\n/g);
    expect(await early.send(GET, 2)).toContain(CLOSES);
    await early.closed;
  });

  test('ends as often as it begins, on the same port; a port that another process took is reported', async () => {
    const opened = await port(hello);
    const asked = async () => (await fetch(opened.url, { headers: { connection: 'close' } })).text();
    for (let times = 0; times < 12; times += 1) {
      await opened.pause();
      await opened.resume();
      expect(await asked()).toBe('hello');
    }
    await opened.pause();
    const other = await port(undefined, { port: opened.port });
    await expect(opened.resume()).rejects.toThrow(`port ${opened.port} of 127.0.0.1 is taken`);
    await other.drain({ idleGraceMs: 0, deadlineMs: 0 });
    await opened.resume();
    expect(await asked()).toBe('hello');
  });
});

test.each([
  ['headers', 'headersTimeout', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['a body', 'requestTimeout', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n'],
] as const)(
  'a client that sends %s a byte at a time is ended within 15 s, its neighbour is not',
  async (_, limit, begin) => {
    const { connectionsCheckingInterval = 30_000 } = serverOptions;
    expect(serverOptions[limit]).toBeGreaterThan(0);
    expect((serverOptions[limit] ?? 0) + connectionsCheckingInterval).toBeLessThan(15_000);
    // The port's own limits, fifty times shorter.
    const times = ['headersTimeout', 'requestTimeout', 'connectionsCheckingInterval'] as const;
    const faster = Object.fromEntries(times.map((name) => [name, (serverOptions[name] ?? 0) / 50]));
    const opened = await port(
      {
        handle: (request, response) => void request.resume().once('end', () => response.end('whole')),
        onClientError: (error, socket) => refuseUnreadable(error, socket, undefined),
      },
      { serverOptions: { ...serverOptions, ...faster } },
    );
    const slow = new Client(opened);
    await slow.send(begin);
    const send = (): void => {
      slow.socket.write('x');
      if (!slow.socket.destroyed) clock.after(5, 'a byte', send);
    };
    send();
    await slow.closed;
    expect(await (await fetch(opened.url, { method: 'POST', body: 'x'.repeat(100_000) })).text()).toBe('whole');
  },
);
