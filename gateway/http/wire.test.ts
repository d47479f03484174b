/** Requests on the wire: spellings of a path, header lines, Expect, invalid data. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ORDER, raw } from '../testing/sample-client.ts';
import { FIRST, serve, tokenOf } from '../testing/sample-platform.ts';

test.each(['/me#x', '/orders#?limit=1', '/orders/%zz', '/orders/%2', '/orders\\1', '/%6de'])(
  '%s is another spelling of a path and matches no route',
  async (path) => {
    await using serving = await serve();
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${await tokenOf(FIRST)}`;
    expect(await raw(serving, `${head}\r\n\r\n`)).toMatch(/^HTTP\/1.1 404 .*ROUTE_NOT_FOUND/s);
  },
);

test.each([
  ['/orders/%201', 'NOT_FOUND'],
  ['/orders/1%20', 'NOT_FOUND'],
  ['/orders/%2F1', 'NOT_FOUND'],
  ['/orders/%2531', 'NOT_FOUND'],
  ['/orders/%C3%A9', 'NOT_FOUND'],
  ['/orders/%FF', 'NOT_FOUND'],
  ['/orders/%00', 'NOT_FOUND'],
  ['/accounts/%201', 'NOT_FOUND'],
  ['/algos/instances/%201/configs/1', 'NOT_FOUND'],
  ['/operations/%20k', 'UNKNOWN_OPERATION'],
])('%s has an id that nothing has: %s, read from the state', async (path, code) => {
  await using serving = await serve();
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${await tokenOf(FIRST)}`;
  expect(await raw(serving, `${head}\r\n\r\n`)).toMatch(
    new RegExp(`^HTTP/1.1 404 .*X-Service-As-Of-Seq-Ts: .*"code":"${code}"`, 's'),
  );
});

test.each([
  ['two hosts', 'Host: a\r\nHost: b'],
  ['no host at all in it', 'Host: '],
  ['a host with a path', 'Host: a/b'],
  ['an unsupported transfer coding', 'Host: a\r\nTransfer-Encoding: gzip, chunked'],
])('a request with %s is malformed and has no effect', async (_, fields) => {
  await using serving = await serve();
  const own = `Connection: close\r\nAuthorization: Bearer ${await tokenOf(FIRST)}\r\nIdempotency-Key: k-1\r\n`;
  const answer = await raw(serving, `POST /orders HTTP/1.1\r\n${fields}\r\n${own}\r\n0\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 400 .*MALFORMED_REQUEST/s);
});

test.each([100, 1_010, 1_990, 2_500])(
  'no header field is lost after %i others: the request is served whole or refused',
  async (count) => {
    await using serving = await serve();
    const junk = Array.from({ length: count }, (_, index) => `x-${index}: 1\r\n`).join('');
    const body = JSON.stringify(ORDER);
    const own = `Authorization: Bearer ${await tokenOf(FIRST)}\r\nIdempotency-Key: k-1\r\nContent-Length: ${body.length}\r\n`;
    const answer = await raw(
      serving,
      `POST /orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${junk}${own}\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 (201|431)/);
  },
);

test.each(['Idempotency-Key: k-2', 'Content-Type: text/plain', 'X-Request-Id: another-id'])(
  'a repeated single-valued field, %s, never splits the request',
  async (line) => {
    await using serving = await serve();
    const body = JSON.stringify(ORDER);
    const own = `Authorization: Bearer ${await tokenOf(FIRST)}\r\nIdempotency-Key: k-1\r\nContent-Type: application/json\r\nX-Request-Id: first-request-id\r\n`;
    const answer = await raw(
      serving,
      `POST /orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${own}${line}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(line.startsWith('X-Request-Id') ? /^HTTP\/1.1 201/ : /^HTTP\/1.1 400/);
    if (line.startsWith('X-Request-Id')) expect(answer).toContain('X-Request-Id: sample-request-1');
    expect(serving.platform.submitted.length).toBe(line.startsWith('X-Request-Id') ? 1 : 0);
  },
);

test('a request that the parser rejects gets a request id', async () => {
  await using serving = await serve();
  expect(await raw(serving, 'asdf\r\n\r\n')).toMatch(
    /^HTTP\/1.1 400 Bad Request\r\nX-Request-Id: sample-request-1\r\n/,
  );
});

test('invalid data after a request does not overtake its answer', async () => {
  await using serving = await serve();
  const { promise, resolve } = Promise.withResolvers<void>();
  serving.platform.beforeLookUp = () => promise;
  const body = JSON.stringify(ORDER);
  const own = `Authorization: Bearer ${await tokenOf(FIRST)}\r\nIdempotency-Key: k-1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const answers = raw(serving, `POST /orders HTTP/1.1\r\nHost: x\r\n${own}garbage\r\n\r\n`);
  while (serving.clock.waiting === 0) await new Promise((done) => setImmediate(done));
  resolve();
  expect(await answers).toMatch(/^HTTP\/1.1 201 /);
});

describe('a client that sends Expect: 100-continue', () => {
  const head = 'POST /orders HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nIdempotency-Key: k-1\r\n';

  test('receives 100 Continue once it is admitted', async () => {
    await using serving = await serve();
    const body = JSON.stringify(ORDER);
    const own = `Authorization: Bearer ${await tokenOf(FIRST)}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await raw(serving, head + own)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201/);
  });

  test('is refused without it, and its connection is closed', async () => {
    await using serving = await serve();
    const answer = await raw(serving, `${head}Content-Length: 50\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toContain('Connection: close');
  });
});

test('the server does not wait for a request that ends before its body', async () => {
  await using serving = await serve();
  const head = `POST /orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf(FIRST)}\r\nIdempotency-Key: k-1\r\n`;
  const socket = connect(serving.port, '127.0.0.1');
  const closed = once(socket, 'close');
  socket.end(`${head}Content-Length: 50\r\n\r\n{"acc`);
  socket.resume();
  await closed;
  await serving.member.drain();
  expect(serving.member.inFlight).toBe(0);
});

test('an escaped unreserved character equals the character', async () => {
  await using serving = await serve();
  const token = await tokenOf(FIRST);
  const ask = (method: string, path: string, more = '') =>
    raw(
      serving,
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`,
    );
  const body = JSON.stringify({ ...ORDER, clientOrderId: 'a~1.b_c-' });
  const own = `Idempotency-Key: a~1.b_c-\r\nContent-Length: ${body.length}\r\n`;
  const placed = await ask('POST', '/orders', `${own}\r\n${body}`);
  expect(placed).toMatch(/^HTTP\/1.1 201 /);
  for (const path of ['/operations/a~1.b_c-', '/operations/a%7E1%2Eb%5fc%2d', '/operations/%61%7e%31.b_c-'])
    expect([path, await ask('GET', path)]).toEqual([path, expect.stringMatching(/^HTTP\/1.1 200 .*"key":"a~1.b_c-"/s)]);
  const [, orderId = ''] = /"orderId":"([0-9]+)"/.exec(placed) ?? [];
  const spelt = [...orderId].map((digit) => `%3${digit}`).join('');
  expect(await ask('GET', `/orders/${spelt}`)).toMatch(new RegExp(`^HTTP/1.1 200 .*"orderId":"${orderId}"`, 's'));
});
