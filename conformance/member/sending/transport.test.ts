import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startStopwatch } from '../../runner/stopwatch.ts';
import { roundTripMs } from './round-trip.ts';
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

describe('the round trip', () => {
  /** The round trip as it is measured where the answers take so long, in turn, and how many were waited for. */
  async function measured(...tookMs: readonly number[]) {
    let nowMs = 0;
    let sent = 0;
    const transport = {
      async send() {
        nowMs += tookMs[sent] ?? 200;
        sent += 1;
        return { status: 401, headers: [], body: '' };
      },
    };
    const stopwatch = {
      startedAtMs: 0,
      nowMs: () => nowMs,
      sleep: async () => {},
      after: () => ({ cancel: () => {} }),
    };
    return { ms: await roundTripMs(transport, [], stopwatch), sent };
  }

  test('a link is measured by an answer on a connection that is open', async () =>
    expect(await measured(1, 9)).toEqual({ ms: 9, sent: 2 }));

  test('a link that looks slow is measured more often: the machine may be busy', async () => {
    expect(await measured(500, 400, 350, 300, 210)).toEqual({ ms: 200, sent: 8 });
    expect(await measured(500, 400, 350, 3)).toEqual({ ms: 3, sent: 4 });
  });
});
