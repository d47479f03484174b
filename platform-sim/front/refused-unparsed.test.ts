/** Requests that are one too many are refused from their bytes, without a parser. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createClock, elapsedMs } from '../clock.ts';
import { openPort, type Served } from './open-port.ts';

const request = (path = '/me') => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

async function busyPort(served: Served) {
  const clock = createClock({ mode: 'real' });
  // Every request is more than it gets through.
  const load = { waiting: 0, ageMs: -1, patienceMs: 0 };
  const opened = await openPort({ host: '127.0.0.1', port: 0, option: '--port', clock, load });
  opened.serve(served);
  return opened;
}

async function exchange(port: number, texts: readonly string[], until: RegExp): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  await once(socket, 'connect');
  for (const text of texts) {
    const before = received.length;
    socket.write(text);
    while (!until.test(received.slice(before))) await once(socket, 'data');
  }
  socket.destroy();
  return received;
}

test('on a connection that goes on, and never before an answer that is due', async () => {
  const due = Promise.withResolvers<void>();
  const opened = await busyPort({
    handle: (_, response) => void due.promise.then(() => response.end('parsed')),
    refusal: ({ target }) =>
      target === '/slow' ? undefined : Buffer.from('HTTP/1.1 429 X\r\nContent-Length: 0\r\n\r\n'),
  });
  const slow = request('/slow');
  const both = exchange(opened.port, [request(), slow + request()], /429|parsed.*parsed/s);
  due.resolve();
  expect((await both).match(/429|parsed/g)).toEqual(['429', 'parsed', 'parsed']);
  await opened.drain({ idleGraceMs: 0, deadlineMs: 0 });
});

test('what came behind a request is parsed, however long the machine took for that', async () => {
  const opened = await busyPort({
    // Asked while the head is parsed.
    takesUpgrade() {
      const untilMs = elapsedMs() + 3;
      while (elapsedMs() < untilMs);
      return false;
    },
    handle: (_, response) => response.end('parsed'),
    refusal: () => Buffer.from('HTTP/1.1 429 X\r\nContent-Length: 0\r\n\r\n'),
  });
  const slow = 'GET /slow HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
  const all = await exchange(opened.port, [slow + request(), request()], /parsed.*parsed|parsed.*429|429/s);
  expect(all.match(/429|parsed/g)).toEqual(['parsed', 'parsed', '429']);
  await opened.drain({ idleGraceMs: 0, deadlineMs: 0 });
});
