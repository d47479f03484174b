/** What a target or a client sends costs only that message: the proxy and the recording continue. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRecorded } from './testing/sample-gateway.ts';

/** A target that answers its first connection with these bytes, and then every other with `{}`. */
async function answering(first: string): Promise<string> {
  let isFirst = true;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(isFirst ? Buffer.from(first, 'latin1') : 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      isFirst = false;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

/** The first bytes that come back for these bytes; empty: the connection ended without any. */
async function raw(at: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(at).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(bytes);
  return new Promise((resolve) => {
    socket.once('data', (first) => resolve(first.toString('latin1')));
    socket.once('close', () => resolve(''));
  });
}

const HANDSHAKE =
  'GET /v1/ws/trading HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
const REQUEST = 'GET /me HTTP/1.1\r\nHost: a\r\n\r\n';

describe.each([
  ['a request', REQUEST],
  ['a handshake', HANDSHAKE],
])('%s', (kind, request) => {
  test.each([
    ['status 000', 'HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n'],
    ['status 099', 'HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n'],
    ['a control byte in the reason', 'HTTP/1.1 200 O\u0001K\r\nContent-Length: 0\r\n\r\n'],
    ['an escape sequence in the reason', 'HTTP/1.1 200 \u001b[31mK\r\nContent-Length: 0\r\n\r\n'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH\r\n'],
    ['101 for what is no WebSocket', 'HTTP/1.1 101 Yes\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
    ['101 without an upgrade', 'HTTP/1.1 101 Yes\r\n\r\n'],
    ['a trailer with a control byte', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: \u0001\r\n\r\n'],
    ['a header with a control byte', 'HTTP/1.1 200 OK\r\nX: \u0001\r\nContent-Length: 0\r\n\r\n'],
  ])('that is answered with %s', async (_, bytes) => {
    const { at, log } = await startRecorded({ baseUrl: await answering(bytes) });
    const answer = await raw(at, request);
    if (kind === 'a request') expect(answer).not.toContain('HTTP/1.1 101');
    expect(await (await fetch(`${at}/after`)).text()).toBe('{}');
    expect(log.events().map(({ answeredAtMs }) => answeredAtMs)).not.toContain(undefined);
  });
});

describe('what a peer sends without end, or does not read, is bounded', () => {
  const FRAME = Buffer.from([0x01, 0x80, 0, 0, 0, 0]);
  const CONTINUED = Buffer.from([0x00, 0x80, 0, 0, 0, 0]);

  test('a message in endless pieces passes, and is no longer read', async () => {
    const { at, log, server, sockets } = await startRecorded({});
    server.on('upgrade', (_, socket: Socket) => {
      socket.write('HTTP/1.1 101 Yes\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      socket.on('data', () => {});
    });
    const client = connect(Number(new URL(at).port), '127.0.0.1');
    onTestFinished(() => void client.destroy());
    client.write(HANDSHAKE);
    await once(client, 'data');
    client.write(Buffer.concat([FRAME, ...Array.from({ length: 20_000 }, () => CONTINUED)]));
    await expect
      .poll(() => log.complaints())
      .toEqual(['/v1/ws/trading: frames of the client cannot be read (Too many message fragments)']);
    expect(sockets.clients.size).toBe(0);
  });

  test('a client that sends before its handshake is answered is cut off past 64 KB', async () => {
    const { at, log, server } = await startRecorded({});
    server.on('upgrade', () => {});
    const client = connect(Number(new URL(at).port), '127.0.0.1');
    client.on('error', () => {});
    client.write(HANDSHAKE);
    client.write(Buffer.alloc(200_000));
    await new Promise((closed) => client.once('close', closed));
    expect(log.complaints()).toEqual([
      '/v1/ws/trading: frames of the client cannot be read (more than 64 KB before the answer to its handshake)',
    ]);
  });
});

describe('the port in front of a control plane answers to no name that a page may have rebound to this machine', () => {
  const stated = (host: string, request = REQUEST): string => request.replace('Host: a', `Host: ${host}`);

  test.each(['evil.example', 'evil.example:4021', '127.0.0.1.evil.example', '', 'user@127.0.0.1'])(
    '%j',
    async (host) => {
      const { at, log } = await startRecorded({ isControl: true });
      expect(await raw(at, stated(host))).toMatch(/^HTTP\/1\.1 40[03] /);
      expect(await raw(at, stated(host, HANDSHAKE))).not.toContain('101');
      expect(log.events()).toEqual([]);
    },
  );

  test.each(['127.0.0.1:4021', 'localhost', '[::1]:4021', 'recorder'])('but to %s', async (host) => {
    const { at } = await startRecorded({ isControl: true, allowedHosts: ['recorder'] });
    expect(await raw(at, stated(host))).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('the port in front of the gateway alone takes any', async () => {
    const { at } = await startRecorded({});
    expect(await raw(at, stated('gateway.example'))).toMatch(/^HTTP\/1\.1 200 /);
  });
});
