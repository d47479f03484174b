import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { createClock, elapsedMs } from '../clock.ts';
import type { OpenPort, Served } from './open-port.ts';
import { openPort } from './open-port.ts';
import { PortError } from './port-error.ts';

const clock = createClock({ mode: 'real' });
const hello: Served = { handle: (_, response) => response.end('hello') };
const open: OpenPort[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(open.splice(0).map((port) => port.drain({ idleGraceMs: 0, deadlineMs: 0 })));
});

async function port(served?: Served): Promise<OpenPort> {
  const opened = await openPort({ host: '127.0.0.1', port: 0, option: '--port', clock });
  if (served !== undefined) opened.serve(served);
  open.push(opened);
  return opened;
}

interface Connection {
  send(requests: number): void;
  /** All that came, once it holds `answers` answers. */
  answers(count: number): Promise<string>;
  readonly closed: Promise<unknown>;
}

async function connection(to: OpenPort): Promise<Connection> {
  const socket = connect(to.port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    socket.emit('answered');
  });
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return {
    closed,
    send: (requests) => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests)),
    async answers(count) {
      while (text.split('HTTP/1.1 200').length <= count) await once(socket, 'answered');
      return text;
    },
  };
}

const drained = { idleGraceMs: 50, deadlineMs: 10_000 };

describe('an open port', () => {
  test('sends the head of an answer in pieces with the first of them', async () => {
    const opened = await port({
      handle(_, response) {
        response.writeHead(201, ['X-Named', 'in a list']);
        response.write('a');
        response.end('b');
      },
    });
    const client = opened.connect();
    client.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const answer = await text(client);
    expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\nX-Named: in a list\r\n/);
    expect(answer).toContain('\r\n1\r\na\r\n1\r\nb\r\n0');
  });

  test('has the whole request of a client in this process, however long the machine takes to parse it', async () => {
    let arrived = 0;
    const opened = await port({
      arrived() {
        arrived += 1;
      },
      // Asked while the head is parsed.
      takesUpgrade() {
        const untilMs = elapsedMs() + 3;
        while (elapsedMs() < untilMs);
        return false;
      },
      handle: (request, response) => response.end(`whole: ${request.complete}, arrived: ${arrived}`),
    });
    const client = opened.connect();
    client.end('POST / HTTP/1.1\r\nHost: x\r\nConnection: close, upgrade\r\nUpgrade: x\r\nContent-Length: 2\r\n\r\n{}');
    expect(await text(client)).toContain('whole: true, arrived: 1');
  });

  test('answers a client that has closed its half after the request', async () => {
    const slow: Served = { handle: (_, response) => void clock.after(10, 'a slow answer', () => response.end('late')) };
    const { port: number } = await port(slow);
    const socket = connect({ port: number, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    socket.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200.*late$/s);
  });

  test('is named by its address', async () => {
    const opened = await port(hello);
    expect(opened.url).toBe(`http://127.0.0.1:${opened.port}`);
    expect(await (await fetch(opened.url)).text()).toBe('hello');
  });

  test('answers what came before it served', async () => {
    const opened = await port();
    const early = await connection(opened);
    early.send(1);
    await new Promise((resolve) => setImmediate(resolve));
    opened.serve(hello);
    expect(await early.answers(1)).toContain('hello');
  });

  test('a taken one says which, and what to do', async () => {
    const taken = await port(hello);
    const again = openPort({ host: '127.0.0.1', port: taken.port, option: '--control-port', clock });
    await expect(again).rejects.toThrow(PortError);
    await expect(again).rejects.toThrow(
      `port ${taken.port} of 127.0.0.1 is taken: stop what uses it, or choose another with --control-port (0 takes a free one)`,
    );
  });

  test('a host that is not of this machine says so', async () => {
    const elsewhere = openPort({ host: '192.0.2.1', port: 0, option: '--port', clock });
    await expect(elsewhere).rejects.toThrow('192.0.2.1 is not an address of this machine');
  });
});

describe('a drain', () => {
  test('closes an idle connection after a moment, and the port with it', async () => {
    const opened = await port(hello);
    const idle = await connection(opened);
    idle.send(1);
    await idle.answers(1);
    await opened.drain(drained);
    await idle.closed;
    await expect(fetch(opened.url)).rejects.toThrow();
  });

  test('still answers a connection that was idle, and tells it to close', async () => {
    const opened = await port(hello);
    const later = await connection(opened);
    later.send(1);
    expect(await later.answers(1)).not.toContain('Connection: close');
    const draining = opened.drain({ idleGraceMs: 5_000, deadlineMs: 10_000 });
    later.send(1);
    expect(await later.answers(2)).toContain('Connection: close');
    await later.closed;
    await draining;
  });

  test('waits for what is under way', async () => {
    let answer: (() => void) | undefined;
    const opened = await port({
      handle: (_, response) => {
        answer = () => response.end('late');
      },
    });
    const waiting = await connection(opened);
    waiting.send(1);
    await reached(() => answer !== undefined);
    const draining = opened.drain({ idleGraceMs: 0, deadlineMs: 10_000 });
    answer?.();
    const text = await waiting.answers(1);
    expect(text).toContain('late');
    expect(text).toContain('Connection: close');
    await draining;
  });

  test('answers each of several requests that one connection sent at once', async () => {
    const held: (() => void)[] = [];
    const opened = await port({ handle: (_, response) => held.push(() => response.end('ok')) });
    const pipelined = await connection(opened);
    pipelined.send(3);
    await reached(() => held.length === 1);
    const draining = opened.drain(drained);
    for (let answered = 0; answered < 3; answered += 1) {
      await reached(() => held.length > answered);
      held[answered]?.();
    }
    expect((await pipelined.answers(3)).split('HTTP/1.1 200')).toHaveLength(4);
    await draining;
  });

  test('cuts off at its deadline what never ends', async () => {
    const opened = await port({ handle: () => {} });
    const hanging = await connection(opened);
    hanging.send(1);
    await opened.drain({ idleGraceMs: 0, deadlineMs: 30 });
    await hanging.closed;
  });
});

describe('a pause', () => {
  test('refuses new connections, and serves those that are open until their next answer', async () => {
    const opened = await port(hello);
    const [kept, idle] = [await connection(opened), await connection(opened)];
    kept.send(1);
    expect(await kept.answers(1)).not.toContain('Connection: close');
    await opened.pause();
    await expect(fetch(opened.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    kept.send(1);
    expect(await kept.answers(2)).toContain('Connection: close');
    await kept.closed;
    await opened.resume();
    idle.send(1);
    expect(await idle.answers(1)).not.toContain('Connection: close');
  });

  test('answers the requests of connections that were not accepted yet', async () => {
    const opened = await port(hello);
    const early = Array.from({ length: 20 }, () => connect(opened.port, '127.0.0.1'));
    sockets.push(...early);
    for (const socket of early) socket.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await new Promise((resolve) => process.nextTick(resolve));
    // The system opens the connections while this process does not come to accept them.
    const untilMs = elapsedMs() + 20;
    while (elapsedMs() < untilMs);
    await opened.pause();
    for (const socket of early) expect(await text(socket)).toContain('hello');
  });

  test('ends as often as it begins, on the same port', async () => {
    const opened = await port(hello);
    for (let times = 0; times < 12; times += 1) {
      await opened.pause();
      await opened.resume();
      expect(await (await fetch(opened.url, { headers: { connection: 'close' } })).text()).toBe('hello');
    }
  });

  test('says so where another process has taken the port meanwhile', async () => {
    const opened = await port(hello);
    await opened.pause();
    const other = await openPort({ host: '127.0.0.1', port: opened.port, option: '--port', clock });
    await expect(opened.resume()).rejects.toThrow(`port ${opened.port} of 127.0.0.1 is taken`);
    await other.drain({ idleGraceMs: 0, deadlineMs: 0 });
    await opened.resume();
    expect(await (await fetch(opened.url)).text()).toBe('hello');
  });
});

describe('an answer held back', () => {
  test('goes out when it is sent, unless its connection is gone', async () => {
    const sends: (() => void)[] = [];
    const opened = await port({ ...hello, holdBack: () => (send) => sends.push(send) });
    const waiting = await connection(opened);
    waiting.send(1);
    await reached(() => sends.length === 1);
    sends[0]?.();
    expect(await waiting.answers(1)).toContain('hello');
  });

  test('is gone with its connection', async () => {
    const opened = await port({ ...hello, holdBack: (request) => () => request.socket.destroy() });
    const dropped = await connection(opened);
    dropped.send(1);
    await dropped.closed;
  });
});

async function reached(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

test('without a port it serves whoever connects in this process, and drains as with one', async () => {
  const nowhere = await openPort({ host: 'gateway.test', port: 'none', option: '--port', clock });
  nowhere.serve({ handle: (_, response) => void clock.after(10, 'a slow answer', () => response.end('late')) });
  const client = nowhere.connect();
  const all = text(client);
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => setImmediate(resolve));
  await nowhere.drain({ idleGraceMs: 0, deadlineMs: 5_000 });
  expect([nowhere.port, nowhere.url]).toEqual([0, 'http://gateway.test']);
  expect(await all).toMatch(/late$/);
});
