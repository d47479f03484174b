import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createClock } from '../clock.ts';
import { openPort } from './open-port.ts';
import { UNREAD_BYTES } from './unread-answers.ts';

const clients: Socket[] = [];
const ANSWERS_TO_THE_LIMIT = 4;
const BYTES = Buffer.alloc(UNREAD_BYTES / ANSWERS_TO_THE_LIMIT);

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

test('past the limit those are cut whose answers have waited longest; who reads is served', async () => {
  const cut: string[] = [];
  let served = 0;
  const port = await openPort({
    host: '127.0.0.1',
    port: 0,
    option: '--port',
    clock: createClock({ mode: 'real' }),
  });
  port.serve({
    handle(request, response) {
      served += 1;
      response.once('close', () => {
        if (!response.writableFinished) cut.push((request.url ?? '').slice(1));
      });
      response.end(BYTES);
    },
  });
  const ask = async (name: string): Promise<Socket> => {
    const socket = connect(port.port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    clients.push(socket);
    const before = served;
    socket.write(`GET /${name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    while (served === before) await new Promise((resolve) => setImmediate(resolve));
    return socket;
  };

  const unread = Array.from({ length: ANSWERS_TO_THE_LIMIT * 2 }, (_, index) => `unread-${index}`);
  for (const name of unread) await ask(name);
  const reader = await ask('read');
  let bytes = 0;
  reader
    .on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    })
    .resume();
  await once(reader, 'end');
  expect(bytes).toBeGreaterThan(BYTES.length);
  // The system holds a part of each in its own buffers: one or two fit in beyond the four.
  expect(cut.length).toBeGreaterThanOrEqual(2);
  expect(cut).toEqual(unread.slice(0, cut.length));
  await port.drain({ idleGraceMs: 0, deadlineMs: 0 });
});
