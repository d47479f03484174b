import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { localConnection } from './local-connection.ts';

function received(end: Duplex): () => string {
  let text = '';
  end.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

describe('two ends', () => {
  test('transfer bytes in order, in both directions', async () => {
    const [client, server] = localConnection();
    const [atClient, atServer] = [received(client), received(server)];
    for (const word of ['a', 'b', 'c']) client.write(word);
    server.end('done');
    await Promise.all([once(client, 'end'), once(server, 'end')]);
    expect([atServer(), atClient()]).toEqual(['abc', 'done']);
  });

  test('a writer waits for a reader that does not read', async () => {
    const [client, server] = localConnection();
    let written = 0;
    const write = () => client.write(Buffer.alloc(64 * 1024), () => (written += 1));
    for (let n = 0; n < 8; n += 1) write();
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toBeLessThan(8);
    server.resume();
    client.end();
    await once(client, 'finish');
    expect(written).toBe(8);
  });

  test('a server may still answer after the end of its client', async () => {
    const [client, server] = localConnection();
    const atClient = received(client);
    server.resume().once('end', () => server.end('late'));
    client.end('all');
    await Promise.all([once(client, 'close'), once(server, 'close')]);
    expect(atClient()).toBe('late');
  });

  test('destroying one ends the other, and fails its writes', async () => {
    const [client, server] = localConnection();
    const atClient = received(client);
    server.write('half');
    await new Promise((resolve) => setImmediate(resolve));
    server.destroy();
    await once(client, 'close');
    expect([atClient(), client.readableEnded]).toEqual(['half', true]);

    const [writer, gone] = localConnection();
    gone.destroy();
    const failed = once(writer, 'error');
    await once(gone, 'close');
    writer.write('too late');
    expect(await failed).toMatchObject([{ code: 'EPIPE' }]);
  });
});

test('an HTTP server serves it, and ends it after Connection: close', async () => {
  const server = createServer((request, response) => {
    response.setHeader('Connection', 'close');
    response.end(`${request.method} ${request.url}`);
  });
  const [client, ours] = localConnection();
  server.emit('connection', ours);
  const atClient = received(client);
  client.write('GET /here HTTP/1.1\r\nHost: x.test\r\n\r\n');
  await once(client, 'close');
  expect(atClient()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nGET \/here$/);
});
