/** A connection that pipelines: its requests are served one after another, and cost the others little. */
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { until } from '../testing/sample-scene.ts';
import type { Served } from './open-port.ts';
import { Client, GET, hello, LAST_GET, port } from './testing/sample-port.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\n';
/** As many turns of the event loop as a server may need for what it does by itself. */
const TURNS = 3_000;

async function turns(count = TURNS): Promise<void> {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A client that reads nothing until it is resumed. */
async function pausedClient(handle: Served['handle'], sent: string): Promise<Client> {
  const client = new Client(await port({ handle }));
  client.socket.pause();
  client.socket.write(sent);
  return client;
}

test('a client that reads nothing has only as many answers as the buffers of both ends hold', async () => {
  let served = 0;
  const bytes = Buffer.alloc(1_048_576);
  const handle: Served['handle'] = (_, response) => {
    served += 1;
    response.end(bytes);
  };
  await pausedClient(handle, GET.repeat(200));
  await turns();
  expect(served).toBeGreaterThan(0);
  expect(served).toBeLessThan(40);
});

test('an answer waits until the one before it is sent, also if that is held for long', async () => {
  const held: (() => void)[] = [];
  const client = new Client(await port({ handle: ({ url }, response) => held.push(() => response.end(`<${url}>`)) }));
  await client.send(GET.repeat(20));
  await turns(50);
  expect(held).toHaveLength(1);
  held[0]?.();
  await client.reads(1, /<\/>/g);
  await until(() => held.length === 2);
});

test('all answers come in the order of the requests, whatever their bodies', async () => {
  const bodies: string[] = [];
  const handle: Served['handle'] = (request, response) =>
    void text(request).then((body) => response.end(`<${bodies.push(body)}>`));
  const post = (body: string, more = '') => `${HEAD}${more}Content-Length: ${body.length}\r\n\r\n${body}`;
  const sent = Array.from({ length: 100 }, (_, index) => `body ${index} ${'x'.repeat(1_000)}`);
  const all = sent.map((body, index) => post(body, index === 99 ? 'Connection: close\r\n' : '')).join('');
  const client = await pausedClient(handle, all.slice(0, -4));
  await turns();
  // The body of the last request is read in its turn.
  client.socket.write(all.slice(-4));
  client.socket.resume();
  await client.closed;
  expect(client.received.match(/<[0-9]+>/g)).toEqual(sent.map((_, index) => `<${index + 1}>`));
  expect(bodies).toEqual(sent);
});

test('a connection is not read while its requests wait', async () => {
  const sockets: Socket[] = [];
  const padded = GET.replace('\r\n\r\n', `\r\nX-Padding: ${'x'.repeat(4_000)}\r\n\r\n`);
  const handle: Served['handle'] = ({ socket }) => void sockets.push(socket);
  await pausedClient(handle, padded.repeat(1_000));
  await turns();
  expect(sockets).toHaveLength(1);
  expect(sockets[0]?.bytesRead).toBeLessThan(200_000);
});

test('another client is served between the requests of one that pipelines', async () => {
  const order: string[] = [];
  const opened = await port({
    handle({ url = '' }, response) {
      order.push(url);
      response.end('answer');
    },
  });
  const pipelining = new Client(opened);
  pipelining.socket.write(GET.repeat(200));
  await until(() => order.length > 0);
  await new Client(opened).send(GET.replace('/', '/fresh'), 1);
  expect(order.indexOf('/fresh')).toBeLessThan(100);
  expect(await pipelining.reads(200)).toMatch(/^(HTTP\/1.1 200 .*?answer){200}$/s);
});

test('a connection that is destroyed takes its waiting requests with it: a drain does not wait for them', async () => {
  const held: Socket[] = [];
  const opened = await port({ handle: ({ socket }) => void held.push(socket) });
  const clients = Array.from({ length: 5 }, () => new Client(opened));
  for (const client of clients) await client.send(GET.repeat(50));
  await until(() => held.length === 5);
  for (const socket of held) socket.destroy();
  await opened.drain({ idleGraceMs: 0, deadlineMs: 600_000 });
  expect(held).toHaveLength(5);
});

test('a connection with more waiting requests than 256 is cut; others are served', async () => {
  const opened = await port(hello);
  const flooding = new Client(opened);
  flooding.socket.write(GET.repeat(1_000));
  await flooding.closed;
  expect(await new Client(opened).send(LAST_GET, 1)).toContain('hello');
});
