import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { request as undiciRequest } from 'undici';
import { describe, expect, test } from 'vitest';
import { dialer } from '../../conformance/member/connection/dial.ts';
import { AUTHORITY, SERVER_CERTIFICATE, SERVER_KEY } from '../../conformance/member/testing/sample-certificates.ts';
import { startRecorded } from './testing/sample-gateway.ts';

const curl = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)('curl', ['-s', ...args])).stdout;

/** The bytes that come back for these bytes, up to the end of the connection. */
async function raw(at: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(at).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  return text(socket).catch(() => '');
}

const seenHeaders = (incoming: IncomingMessage): string[] =>
  incoming.rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${incoming.rawHeaders[i + 1]}`] : []));

describe('a request passes unchanged', () => {
  test('with its header lines, target and body, and the Host of the target', async () => {
    let seen: readonly unknown[] = [];
    const { at, target, log } = await startRecorded({
      onRequest: (incoming, response) => {
        void text(incoming).then((body) => {
          response.sendDate = false;
          seen = [incoming.method, incoming.url, seenHeaders(incoming), body];
          response.writeHead(201, 'Made', ['X-Two', '1', 'x-two', '2', 'Content-Length', '2']).end('{}');
        });
      },
    });
    const answer = await raw(
      at,
      'POST /orders?x=%2F&y=[1] HTTP/1.1\r\nhost: proxy.test\r\nX-b: 1\r\nx-B: 2\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nContent-Length: 4\r\n\r\nbody',
    );
    expect(seen).toEqual([
      'POST',
      '/orders?x=%2F&y=[1]',
      [`host: ${new URL(target).host}`, 'X-b: 1', 'x-B: 2', 'Content-Length: 4', 'Connection: keep-alive'],
      'body',
    ]);
    expect(answer).toBe(
      'HTTP/1.1 201 Made\r\nX-Two: 1\r\nx-two: 2\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
    );
    expect(log.events()).toMatchObject([
      {
        n: 1,
        role: 'gateway',
        request: { method: 'POST', path: '/orders?x=%2F&y=[1]', body: 'body' },
        response: { status: 201, body: '{}' },
        failure: null,
      },
    ]);
  });

  test.each(['POST', 'PUT', 'DELETE', 'GET'])('%s without a body gets none', async (method) => {
    const framing: unknown[] = [];
    const { at } = await startRecorded({
      onRequest: ({ headers }, response) => {
        framing.push(headers['transfer-encoding'], headers['content-length']);
        response.end();
      },
    });
    await raw(at, `${method} /me HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(framing).toEqual([undefined, undefined]);
  });

  test('from curl that waits for 100 Continue, from undici and from fetch', async () => {
    const { at, log } = await startRecorded({
      onRequest: (incoming, response) => void text(incoming).then((body) => response.end(body)),
    });
    const long = 'a'.repeat(5000);
    expect(await curl(at, '-H', 'Expect: 100-continue', '--data', long)).toBe(long);
    expect(await (await undiciRequest(`${at}/x`, { method: 'PUT', body: 'undici' })).body.text()).toBe('undici');
    expect(await (await fetch(`${at}/y`, { method: 'PATCH', body: 'fetch' })).text()).toBe('fetch');
    expect(log.events().map(({ request, response }) => [request.body, response?.body])).toEqual([
      [long, long],
      ['undici', 'undici'],
      ['fetch', 'fetch'],
    ]);
  });
});

describe('an answer passes as it comes', () => {
  test('piece by piece, before it is whole', async () => {
    const rest = Promise.withResolvers<void>();
    const { at, log } = await startRecorded({
      onRequest: (_, response) => {
        response.write('first');
        void rest.promise.then(() => response.end('second'));
      },
    });
    const answer = await fetch(at);
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first');
    expect(log.events()).toMatchObject([{ response: null }]);
    rest.resolve();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second');
    await reader?.read();
    expect(log.events()).toMatchObject([{ response: { body: 'firstsecond' }, failure: null }]);
  });

  test('compressed, and is recorded readable', async () => {
    const { at, log } = await startRecorded({
      onRequest: (_, response) => response.setHeader('Content-Encoding', 'gzip').end(gzipSync('{"a":1}')),
    });
    expect(await curl('--compressed', at)).toBe('{"a":1}');
    expect(log.events()[0]?.response?.body).toBe('{"a":1}');
  });

  test('a HEAD and a 304 have no body', async () => {
    const { at } = await startRecorded({
      onRequest: ({ method }, response) =>
        method === 'HEAD' ? response.setHeader('Content-Length', '7').end() : response.writeHead(304).end(),
    });
    expect((await fetch(at, { method: 'HEAD' })).headers.get('content-length')).toBe('7');
    expect((await fetch(at)).status).toBe(304);
  });
});

describe('what ends without an answer ends for the client, too', () => {
  test('the target ends the connection', async () => {
    const { at, log } = await startRecorded({ onRequest: ({ socket }) => socket.destroy() });
    await expect(fetch(at)).rejects.toThrow('fetch failed');
    expect(log.events()).toMatchObject([{ response: null, failure: 'reset' }]);
  });

  test('the target resets it: so does the proxy', async () => {
    const { at } = await startRecorded({ onRequest: ({ socket }) => socket.resetAndDestroy() });
    const outgoing = httpRequest(at).end();
    const [error] = (await once(outgoing, 'error').catch((failed: unknown) => [failed])) as [Error];
    expect(error).toMatchObject({ code: 'ECONNRESET', syscall: 'read' });
  });

  test('half an answer is passed on, and is none in the record', async () => {
    const { at, log } = await startRecorded({
      onRequest: (_, response) => {
        response.setHeader('Content-Length', '10').write('half');
        setImmediate(() => response.socket?.destroySoon());
      },
    });
    expect(await raw(at, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/\r\n\r\nhalf$/);
    expect(log.events()).toMatchObject([{ response: null, failure: 'reset' }]);
  });

  test('a client that gives up is recorded, and the target is let go', async () => {
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { at, log } = await startRecorded({
      onRequest: (_, response) => {
        begun.resolve();
        response.once('close', () => ended.resolve());
      },
    });
    const outgoing = httpRequest(at)
      .on('error', () => {})
      .end();
    await begun.promise;
    outgoing.destroy();
    await ended.promise;
    expect(log.events()).toMatchObject([{ response: null, failure: 'aborted' }]);
  });

  test('a target that is not there is named in the complaints', async () => {
    const { at, log } = await startRecorded({ baseUrl: 'http://127.0.0.1:1' });
    await expect(fetch(at)).rejects.toThrow('fetch failed');
    expect(log.complaints()).toEqual(['the target was not reached: unreachable (ECONNREFUSED)']);
  });
});

describe('over TLS', () => {
  const tls = { cert: SERVER_CERTIFICATE, key: SERVER_KEY };

  test('with the authority that the profile trusts', async () => {
    const { at } = await startRecorded({ tls, dial: dialer(() => undefined, { ca: [AUTHORITY] }) });
    expect(await curl(at)).toBe('{}');
  });

  test('an authority that is not trusted is named, with the key to set', async () => {
    const { at, log } = await startRecorded({ tls });
    await expect(fetch(at)).rejects.toThrow('fetch failed');
    expect(log.complaints()).toEqual([
      expect.stringMatching(/^the target was not reached: certificate not trusted .* name its authority in tls\.ca/),
    ]);
  });
});

describe('bounds', () => {
  test('a longer body passes whole, is not recorded, and is named', async () => {
    const { at, log } = await startRecorded({
      limits: { bodyBytes: 1024 * 1024 },
      onRequest: (incoming, response) => void text(incoming).then((body) => response.end(body)),
    });
    const body = 'a'.repeat(1024 * 1024 + 1);
    expect(await (await fetch(`${at}/long?a=1`, { method: 'POST', body })).text()).toBe(body);
    expect(log.events()).toMatchObject([{ request: { body: null }, response: { status: 200, body: '' } }]);
    expect(log.complaints()).toEqual(['POST /long: a body of more than 1 MB is not recorded']);
  });

  test('past the most events everything passes, and the number is named', async () => {
    const { at, log } = await startRecorded({ limits: { events: 2 } });
    for (let i = 0; i < 4; i += 1) expect(await curl(at)).toBe('{}');
    expect(log.events()).toHaveLength(2);
    expect(log.complaints()).toEqual([
      'after 2 requests and messages, or 64 MB, nothing more is recorded: 2 passed unrecorded',
    ]);
  });
});

test('the end waits for an answer in flight, no longer than its grace', async () => {
  const [begun, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { at, recording, log } = await startRecorded({
    onRequest: ({ url }, response) => {
      begun.resolve();
      if (url === '/late') void rest.promise.then(() => response.end('late'));
    },
  });
  const [late, never] = [fetch(`${at}/late`), fetch(`${at}/never`).catch((error: Error) => error.message)];
  await begun.promise;
  await expect.poll(() => log.events().length).toBe(2);
  const closed = recording.close(500);
  rest.resolve();
  expect(await (await late).text()).toBe('late');
  expect(await never).toBe('fetch failed');
  await closed;
});
