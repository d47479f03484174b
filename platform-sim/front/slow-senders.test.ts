import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { refuseUnreadable, serverOptions } from '../../gateway/http/server.ts';
import { createClock } from '../clock.ts';
import { openPort } from './open-port.ts';

const LONGEST_MS = 15_000;
/** The port's own limits, so many times shorter. */
const FASTER = 50;

const { headersTimeout = 0, requestTimeout = 0, connectionsCheckingInterval = 30_000 } = serverOptions;

test.each([
  ['headers', headersTimeout],
  ['a body', requestTimeout],
])('%s that come slowly end within 15 s: the limit, and how often Node looks', (_, limitMs) => {
  expect(limitMs).toBeGreaterThan(0);
  expect(limitMs + connectionsCheckingInterval).toBeLessThan(LONGEST_MS);
});

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n'],
])('a client that sends %s a byte at a time is ended, its neighbour is not', async (_, begin) => {
  const port = await openPort({
    host: '127.0.0.1',
    port: 0,
    option: '--port',
    clock: createClock({ mode: 'real' }),
    serverOptions: {
      ...serverOptions,
      headersTimeout: headersTimeout / FASTER,
      requestTimeout: requestTimeout / FASTER,
      connectionsCheckingInterval: connectionsCheckingInterval / FASTER,
    },
  });
  port.serve({
    handle: (request, response) => void request.resume().once('end', () => response.end('whole')),
    onClientError: (error, socket) => refuseUnreadable(error, socket, undefined),
  });
  const slow = connect(port.port, '127.0.0.1').resume();
  slow.on('error', () => undefined).write(begin);
  // Not once(): that rejects where a byte meets the end of the connection.
  const closed = new Promise<void>((resolve) => slow.once('close', () => resolve()));
  const clock = createClock({ mode: 'real' });
  const send = (): void => {
    slow.write('x');
    if (!slow.destroyed) clock.after(5, 'a byte', send);
  };
  send();
  await closed;
  expect(await (await fetch(port.url, { method: 'POST', body: 'x'.repeat(100_000) })).text()).toBe('whole');
  await port.drain({ idleGraceMs: 0, deadlineMs: 0 });
});
