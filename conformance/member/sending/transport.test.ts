import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startStopwatch } from '../../runner/stopwatch.ts';
import type { Transport } from './transport.ts';
import { httpTransport } from './transport.ts';

let server: Server;
let transport: Transport;

afterEach(async () => {
  await transport.close();
  server.closeAllConnections();
  server.close();
});

/** A server that answers nothing but /last, and a transport to it below the path /gateway. */
async function silent() {
  const arrived: string[] = [];
  server = createServer(({ url = '' }, response) => {
    arrived.push(url);
    if (url.endsWith('/last')) response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  transport = httpTransport(`http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway/`, startStopwatch());
  const send = (path: string, timeoutMs: number) =>
    transport.send({ method: 'GET', path, headers: [], body: null, timeoutMs });
  return { arrived, send };
}

test('a request that timed out closes its connection, so that no later request receives its response', async () => {
  const { send, arrived } = await silent();
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  expect(await send('/slow', 50)).toEqual({ failure: 'timeout' });
  await closed;
  expect(arrived).toEqual(['/gateway/slow']);
});

test('a request that timed out before it was sent is never sent', async () => {
  const { send, arrived } = await silent();
  const first = Array.from({ length: 64 }, (_, i) => send(`/${i}`, 400));
  expect(await send('/queued', 20)).toEqual({ failure: 'timeout' });
  await Promise.all(first);
  // All 64 connections are free now: a request that waits for one would be sent before this one.
  expect(await send('/last', 10_000)).toMatchObject({ status: 200 });
  expect(arrived).not.toContain('/gateway/queued');
});

test('a request that cannot be encoded throws', async () => {
  const { send } = await silent();
  await expect(send('no slash', 50)).rejects.toThrow(/path/);
});
