import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createClock, elapsedMs } from '../clock.ts';
import { ConnectionTurns } from './connection-turns.ts';
import type { LoadLimits } from './load-gauge.ts';
import { openPort } from './open-port.ts';
import { RequestFeed } from './request-feed.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const LAST_GET = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
const MEGABYTE = Buffer.alloc(1_048_576);

const servers: Server[] = [];
const clients: Socket[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

type Handle = (request: IncomingMessage, response: ServerResponse, isTooMany: boolean) => void;

async function serving(handle: Handle, load?: LoadLimits) {
  const turns = new ConnectionTurns(handle, load);
  const feed = new RequestFeed({ parsed: turns, isLocal: () => false, arrived: () => undefined });
  const server = createServer((request, response) => turns.add(request, response, () => undefined));
  server.on('connection', (socket) => feed.begin(socket));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { turns, port };
}

/** It reads nothing until it is told to. */
async function client(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  clients.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Long enough for a server to do what it does unasked: as many turns of the event loop as it had requests, and more. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 3_000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('a client that pipelines and reads nothing has no more answered than its connection holds', async () => {
  let served = 0;
  const { port } = await serving((_, response) => {
    served += 1;
    response.end(MEGABYTE);
  });
  (await client(port)).write(GET.repeat(400));
  await manyTurns();
  // What lies in the buffers of both ends is the system's: some megabytes.
  expect(served).toBeGreaterThan(0);
  expect(served).toBeLessThan(40);
});

test('a connection with requests in waiting is read no further, however many answers leave', async () => {
  let most = 0;
  const { port, turns } = await serving((request, response) => {
    most = Math.max(most, turns.count);
    request.resume();
    setImmediate(() => response.end('answer'));
  });
  const padding = `X-Padding: ${'x'.repeat(1_000)}\r\n`;
  const reader = await client(port);
  reader.write(GET.replace('\r\n\r\n', `\r\n${padding}\r\n`).repeat(2_000) + LAST_GET);
  expect((await text(reader)).match(/answer/g)).toHaveLength(2_001);
  // One that is served, one behind it.
  expect(most).toBe(2);
});

test('answers all that was pipelined, in order, once it is read', async () => {
  const bodies: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    bodies.push(await text(request));
    response.end(`<${bodies.length}>`);
  };
  const { port, turns } = await serving((request, response) => void answer(request, response));
  const post = (body: string, more = '') =>
    `POST / HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;
  const reader = await client(port);
  const sent = Array.from({ length: 300 }, (_, index) => `body ${index}`);
  const all = [...sent.slice(0, -1).map((body) => post(body)), post(sent.at(-1) ?? '', 'Connection: close\r\n')].join(
    '',
  );
  reader.write(all.slice(0, -4));
  await manyTurns();
  expect(bodies).toEqual(sent.slice(0, -1));
  // The rest of the last body comes when nothing is in waiting any more.
  reader.write(all.slice(-4));
  const answers = await text(reader);
  expect(bodies).toEqual(sent);
  expect(answers.match(/<[0-9]+>/g)).toEqual(sent.map((_, index) => `<${index + 1}>`));
  expect(turns.count).toBe(0);
});

test('a fresh request is served before a backlog that another connection sent at once', async () => {
  const order: string[] = [];
  const { port } = await serving((request, response) => {
    order.push(request.url ?? '');
    response.end();
  });
  const [eager, other] = [await client(port), await client(port)];
  eager.write(GET.repeat(500));
  other.write(GET.replace('/', '/fresh'));
  other.resume();
  await once(other, 'data');
  expect(order.indexOf('/fresh')).toBeLessThan(100);
});

test('connections with a backlog take turns', async () => {
  const order: string[] = [];
  const { port } = await serving((request, response) => {
    order.push(request.url ?? '');
    response.end();
  });
  const names = ['/a', '/b', '/c'];
  for (const name of names) (await client(port)).write(GET.replace('/', name).repeat(100));
  await manyTurns();
  expect(order).toHaveLength(300);
  const middle = order.slice(150, 180);
  for (const name of names) expect(middle.filter((one) => one === name).length).toBeGreaterThan(5);
});

test('of all that many connections send at once no more is parsed than two requests of each', async () => {
  const held: ServerResponse[] = [];
  const { port, turns } = await serving((_, response) => held.push(response));
  for (let n = 0; n < 20; n += 1) (await client(port)).write(GET.repeat(2_000));
  await manyTurns();
  expect([held.length, turns.count]).toEqual([20, 40]);
});

test('a client that had its answer comes before many that have just connected', async () => {
  const order: string[] = [];
  const { port } = await serving((request, response) => {
    order.push(request.url ?? '');
    // As long as a turn of the event loop is to take: each serves one new connection at most.
    for (const endMs = elapsedMs() + 5; elapsedMs() < endMs; );
    response.end();
  });
  const known = await client(port);
  known.resume().write(GET.replace('/', '/known'));
  await once(known, 'data');
  const others = await Promise.all(Array.from({ length: 40 }, () => client(port)));
  for (const other of [...others, known]) other.write(GET.replace('/', other === known ? '/known' : '/new'));
  await once(known, 'data');
  expect(order.filter((url) => url === '/new').length).toBeLessThan(20);
});

test('a connection that is gone takes what it had in waiting with it', async () => {
  const held: ServerResponse[] = [];
  const { port, turns } = await serving((_, response) => held.push(response));
  const leaving = await client(port);
  leaving.write(GET.repeat(20));
  while (turns.count < 2 || held.length === 0) await new Promise((resolve) => setImmediate(resolve));
  held[0]?.destroy();
  while (turns.count !== 0) await new Promise((resolve) => setImmediate(resolve));
  expect(held).toHaveLength(1);
});

test('an open port serves what a connection pipelines in turn', async () => {
  const held: ServerResponse[] = [];
  const clock = createClock({ mode: 'real' });
  const opened = await openPort({ host: '127.0.0.1', port: 0, option: '--port', clock });
  opened.serve({ handle: (_, response) => held.push(response) });
  (await client(opened.port)).write(GET.repeat(20));
  await manyTurns();
  expect(held).toHaveLength(1);
  await opened.drain({ idleGraceMs: 0, deadlineMs: 0 });
});
