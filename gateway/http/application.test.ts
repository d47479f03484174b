/** What Koa and its router do by default and the interface forbids: each row would fail without its guard. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { briefly, ORDER, raw, submit, until } from '../testing/sample-client.ts';
import { FIRST, type Serving, serve, tokenOf } from '../testing/sample-platform.ts';

/** Sends a request and returns the parsed answer with the names of its headers. */
async function sent({ port }: Serving, text: string): Promise<{ status: number; names: string[]; body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.end(text);
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  await once(socket, 'close');
  const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s);
  const [line = '', ...fields] = head.split('\r\n');
  return { status: Number(line.split(' ')[1]), names: fields.map((field) => field.split(':')[0] ?? ''), body };
}

async function head(requestLine: string, more = ''): Promise<string> {
  return `${requestLine} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${await tokenOf(FIRST)}\r\n${more}\r\n`;
}

const FRAMING = ['Content-Type', 'Content-Length', 'Connection'];
const STATE = ['X-Service-Global-Sequence', 'X-Service-As-Of-Seq-Ts'];
const body = JSON.stringify(ORDER);

// biome-ignore format: an aligned table
test.each<[string, string, string, number, string[]]>([
  ['a read',                          'GET /orders',         '',                                                                200, [...FRAMING, ...STATE]],
  ['the contract document',           'GET /openapi.json',   '',                                                                200, FRAMING],
  ['a write',                         'POST /orders',        `Idempotency-Key: k-1\r\nContent-Length: ${body.length}\r\n\r\n${body}`, 201, [...FRAMING, 'X-Service-Global-Sequence']],
  ['an unknown path',                 'GET /nowhere',        '',                                                                404, FRAMING],
  ['an absolute target',              'GET http://x/orders', '',                                                                404, FRAMING],
  ['another method',                  'DELETE /orders',      '',                                                                405, [...FRAMING, 'Allow']],
  ['HEAD of a path that has a GET',   'HEAD /orders',        '',                                                                405, [...FRAMING, 'Allow']],
  ['a plain request to a socket',     'GET /v1/ws/trading',  '',                                                                426, [...FRAMING, 'Upgrade', 'Sec-WebSocket-Version']],
])('%s is answered with the headers of the interface alone', async (_, requestLine, more, status, names) => {
  await using serving = await serve();
  const answer = await sent(serving, await head(requestLine, more));
  expect(answer.status).toBe(status);
  expect(answer.names.toSorted()).toEqual(['Date', 'X-Request-Id', ...names].toSorted());
  if (status >= 400 && !requestLine.startsWith('HEAD')) expect(answer.body).toMatch(/^{"error":{"code":"[A-Z_]+"/);
});

test('past its requests in flight a member refuses each with 429 and Retry-After, until one is answered', async () => {
  await using serving = await serve({ limits: { inFlightRequests: 2 } });
  const { promise, resolve } = Promise.withResolvers<void>();
  serving.platform.beforeLookUp = () => promise;
  const held = ['k-1', 'k-2'].map((key) => briefly(serving, submit(key)));
  await until(() => serving.member.inFlight === 2);
  expect(await briefly(serving, { path: '/me', token: null })).toBe('429 IN_FLIGHT_FULL retryable');
  const refused = await raw(
    serving,
    await head('POST /orders', 'Idempotency-Key: k-3\r\nContent-Length: 9\r\n\r\n{"no":...'),
  );
  expect(refused).toMatch(/^HTTP\/1.1 429 .*\r\nRetry-After: 1\r\n.*"code":"IN_FLIGHT_FULL"/s);
  resolve();
  // Which of the two is sequenced first is open.
  expect((await Promise.all(held)).toSorted()).toEqual(['201 at 2', '201 at 3']);
  expect(await briefly(serving, submit('k-3'))).toBe('201 at 4');
});

test('a member that crashes ends the connections of its unanswered requests, and answers none', async () => {
  await using serving = await serve();
  serving.platform.beforeLookUp = () => new Promise(() => undefined);
  const answer = sent(
    serving,
    await head('POST /orders', `Idempotency-Key: k-1\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
  );
  await until(() => serving.member.inFlight === 1);
  serving.member.cutRequests();
  expect((await answer).status).toBeNaN();
  await until(() => serving.member.inFlight === 0);
});
