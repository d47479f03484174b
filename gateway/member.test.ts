import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { FIRST, SECOND, type Serving, serve, tokenOf } from './sample-platform.ts';

type Headers = Record<string, string | string[]>;

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Headers;
  readonly body?: string | Uint8Array;
  readonly token?: string | null;
}

const ORDER = { account: 'main', instrument: 'BTC-USD', price: '100', qty: '1' };

async function ask({ baseUrl }: Serving, { method = 'GET', path, headers = {}, body, token }: Asked) {
  const authorization = token === null ? {} : { authorization: `Bearer ${token ?? (await tokenOf(FIRST))}` };
  const answer = await request(baseUrl + path, {
    method: method as 'GET',
    headers: { ...authorization, ...headers },
    body: body ?? null,
  });
  const said = await answer.body.text();
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, headers: answer.headers, body: isJson && said !== '' ? JSON.parse(said) : said };
}

function submit(key: string, order: object = ORDER, over: Partial<Asked> = {}): Asked {
  return {
    method: 'POST',
    path: '/orders',
    headers: { 'idempotency-key': key, 'content-type': 'application/json', ...over.headers },
    body: JSON.stringify(order),
    ...(over.token === undefined ? {} : { token: over.token }),
  };
}

/** The bytes that a raw connection gets back for the bytes it sends. */
async function raw({ port }: Serving, sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(sent);
  return text(socket);
}

test('an unknown path is told before anybody is asked who they are; a known one says which methods it takes', async () => {
  await using serving = await serve();
  expect(await ask(serving, { path: '/nowhere', token: null })).toMatchObject({
    status: 404,
    body: { error: { code: 'ROUTE_NOT_FOUND' } },
  });
  const refused = await ask(serving, { method: 'DELETE', path: '/orders', token: null });
  expect(refused).toMatchObject({
    status: 405,
    headers: { allow: 'GET, POST' },
    body: { error: { code: 'METHOD_NOT_ALLOWED' } },
  });
});

test.each(['/ORDERS', '/orders/', '//orders', '/%6Frders', '/orders/1/', '/docs/package.json'])(
  '%s is not a route',
  async (path) => {
    await using serving = await serve();
    expect(await ask(serving, { path })).toMatchObject({ status: 404, body: { error: { code: 'ROUTE_NOT_FOUND' } } });
  },
);

test.each(['HEAD', 'OPTIONS', 'TRACE', 'PUT'])('%s is a method that no order takes', async (method) => {
  await using serving = await serve();
  const { status, headers } = await ask(serving, { method, path: '/orders' });
  expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'GET, POST' });
});

test('a target in absolute form is no route of this service', async () => {
  await using serving = await serve();
  expect(
    await raw(serving, 'GET http://evil.test/me HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n'),
  ).toContain('ROUTE_NOT_FOUND');
});

describe('admission', () => {
  test.each([
    ['no token', null, 401, 'UNAUTHENTICATED'],
    ['a suspended organisation', tokenOf({ externalId: 'asleep', subject: 'sleeper' }), 403, 'ORG_NOT_ACTIVE'],
    ['an organisation that nobody registered', tokenOf({ externalId: 'nobody', subject: 'x' }), 403, 'ORG_NOT_ACTIVE'],
    ['a disabled user', tokenOf({ externalId: 'first', subject: 'gone' }), 403, 'FORBIDDEN_PRINCIPAL'],
    ['a user who awaits admission', tokenOf({ externalId: 'first', subject: 'waiting' }), 403, 'AWAITING_ADMISSION'],
    ['no organisation', tokenOf(FIRST, { org_id: undefined }), 403, 'FORBIDDEN_PRINCIPAL'],
    ['an organisation by number', tokenOf(FIRST, { org_id: 1 }), 403, 'FORBIDDEN_PRINCIPAL'],
    ['an organisation past ASCII', tokenOf(FIRST, { org_id: 'fïrst' }), 403, 'FORBIDDEN_PRINCIPAL'],
    ['a user past ASCII', tokenOf(FIRST, { sub: 'trådér' }), 403, 'FORBIDDEN_PRINCIPAL'],
  ])('%s is refused before a bad query or body is looked at', async (_, token, status, code) => {
    await using serving = await serve();
    const of = { token: token === null ? null : await token };
    expect(await ask(serving, { path: '/orders?limit=none', ...of })).toMatchObject({
      status,
      body: { error: { code } },
    });
    const post = { ...submit('', {}, of), body: 'not JSON' };
    expect(await ask(serving, post)).toMatchObject({ status, body: { error: { code } } });
  });

  test('GET /me serves a user who awaits admission', async () => {
    await using serving = await serve();
    const token = await tokenOf({ externalId: 'first', subject: 'waiting' });
    expect(await ask(serving, { path: '/me', token })).toMatchObject({
      status: 200,
      body: { user: { status: 'AWAITING_ADMISSION' } },
    });
  });

  test('two Authorization headers are no identity', async () => {
    await using serving = await serve();
    const [one, two] = [await tokenOf(FIRST), await tokenOf(SECOND)];
    const answer = await raw(
      serving,
      `GET /me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${one}\r\nAuthorization: Bearer ${two}\r\n\r\n`,
    );
    expect(answer).toContain('401 Unauthorized');
  });

  test('a member that has applied nothing is not primed', async () => {
    const silent = {
      lookUp: async () => ({ state: 'absent' as const }),
      submit: () => new Promise<never>(() => undefined),
      follow: () => ({ stop: () => undefined }),
      head: () => 0,
    };
    await using serving = await serve({ port: silent });
    const answer = await ask(serving, { path: '/me' });
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { error: { code: 'NOT_PRIMED', retryable: true } },
    });
    expect(answer.headers).not.toHaveProperty('x-service-as-of-seq-ts');
  });
});

test.each([100, 1_010, 1_990, 2_500])(
  'no header field is lost behind %i others: the request is served whole or refused',
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
  'a second line of a single-valued field, %s, is never half of a request',
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

describe('a body', () => {
  test.each<[string, Partial<Asked> & { body: string | Uint8Array }, string]>([
    ['is not JSON', { body: '{' }, 'not JSON'],
    ['is not UTF-8', { body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }, 'not UTF-8'],
    ['begins with a byte order mark', { body: `\uFEFF${JSON.stringify(ORDER)}` }, 'not JSON'],
    [
      'says utf-16',
      { body: JSON.stringify(ORDER), headers: { 'content-type': 'application/json; charset=utf-16' } },
      'Content-Type',
    ],
    [
      'says a charset that is none',
      { body: JSON.stringify(ORDER), headers: { 'content-type': 'application/json; charset=bogus' } },
      'Content-Type',
    ],
    [
      'says another media type',
      { body: JSON.stringify(ORDER), headers: { 'content-type': 'text/plain' } },
      'Content-Type',
    ],
    [
      'says gzip and is none',
      { body: JSON.stringify(ORDER), headers: { 'content-encoding': 'gzip' } },
      'Content-Encoding',
    ],
    ['names a user', { body: JSON.stringify({ ...ORDER, userId: 12 }) }, 'userId: not a member'],
    ['names a scale', { body: JSON.stringify({ ...ORDER, priceScale: 2 }) }, 'priceScale: not a member'],
    [
      'contradicts the key',
      { body: JSON.stringify({ ...ORDER, clientOrderId: 'another-key' }) },
      'clientOrderId: contradicts the Idempotency-Key',
    ],
    [
      'names no account',
      { body: JSON.stringify({ ...ORDER, account: undefined, accountId: 0 }) },
      'accountId or account is required',
    ],
    ['has a price in a number', { body: JSON.stringify({ ...ORDER, price: 100 }) }, 'price: '],
    [
      'has a price of 19 places',
      { body: JSON.stringify({ ...ORDER, price: `1.${'0'.repeat(18)}1` }) },
      '18 fractional digits',
    ],
    ['has a quantity past 64 bits', { body: JSON.stringify({ ...ORDER, qty: '9223372036854775808' }) }, '64-bit'],
    [
      'disagrees about the account',
      { body: JSON.stringify({ ...ORDER, accountId: 9 }) },
      'accountId: names another row',
    ],
    ['is a list', { body: '[]' }, 'the body'],
    ['is null', { body: 'null' }, 'the body'],
  ])('that %s is refused, nothing is sent, and the key is free', async (_, { body, headers }, message) => {
    await using serving = await serve();
    const bad = {
      ...submit('k-1'),
      body,
      headers: { 'idempotency-key': 'k-1', 'content-type': 'application/json', ...headers },
    };
    const refused = await ask(serving, bad);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'MALFORMED_REQUEST', retryable: false } } });
    expect(refused.body.error.message).toContain(message);
    expect(refused.headers).not.toHaveProperty('x-service-global-sequence');
    expect(serving.platform.submitted).toEqual([]);
    expect(await ask(serving, submit('k-1'))).toMatchObject({ status: 201 });
  });

  test('over the limit is refused by its stated length, and by its chunks', async () => {
    await using serving = await serve();
    const long = JSON.stringify({ ...ORDER, account: 'x'.repeat(1_048_576) });
    expect(await ask(serving, { ...submit('k-1'), body: long })).toMatchObject({
      status: 413,
      body: { error: { code: 'PAYLOAD_TOO_LARGE' } },
    });
    const head = `POST /orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf(FIRST)}\r\nIdempotency-Key: k-1\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await raw(serving, `${head}${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`)).toContain('413');
  });

  test.each(['/orders', '/me', '/openapi.json'])('over the limit is refused on a read too: GET %s', async (path) => {
    await using serving = await serve();
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf(FIRST)}\r\n`;
    const long = `Content-Length: 1048577\r\n\r\n${'x'.repeat(1_048_577)}`;
    expect(await raw(serving, head + long)).toContain('PAYLOAD_TOO_LARGE');
  });

  test.each([
    ['refused by its length', 3_000_000, (long: string) => `Content-Length: ${long.length}\r\n\r\n${long}`],
    [
      'refused by its chunks',
      3_000_000,
      (long: string) => `Transfer-Encoding: chunked\r\n\r\n${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`,
    ],
    [
      'that nobody may send',
      3_000_000,
      (long: string) => `Authorization: none\r\nContent-Length: ${long.length}\r\n\r\n${long}`,
    ],
  ])('%s is read to its end, so the answer is not lost and the connection goes on', async (_, length, sent) => {
    await using serving = await serve();
    const head = `POST /orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf(FIRST)}\r\nIdempotency-Key: k-1\r\n`;
    const next = 'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const answers = await raw(serving, head + sent('x'.repeat(length)) + next);
    expect(answers).toMatch(/^HTTP\/1.1 4(13|01)/);
    expect(answers).toContain('HTTP/1.1 404');
  });

  test('without end is cut off', async () => {
    await using serving = await serve();
    const socket = connect(serving.port, '127.0.0.1').on('error', () => undefined);
    socket.write('POST /orders HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000000\r\n\r\n');
    const megabyte = Buffer.alloc(1_048_576);
    let sent = 0;
    while (!socket.destroyed && sent < 200) {
      sent += 1;
      const written = socket.write(megabyte);
      if (!written) await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
    expect(socket.destroyed).toBe(true);
  });

  test('of every byte reaches the decoder as it was sent', async () => {
    await using serving = await serve();
    const account = Array.from({ length: 0x100 }, (_, index) => String.fromCodePoint(index + 0x20))
      .join('')
      .slice(0, 120);
    expect(await ask(serving, submit('k-1', { ...ORDER, account }))).toMatchObject({
      status: 422,
      body: { error: { code: 'ACCOUNT_NOT_ACTIVE' } },
    });
  });
});

describe('a query', () => {
  test.each([
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=007', 'limit'],
    ['limit=', 'limit'],
    ['&=1', ': not a parameter'],
    ['limit=1&limit=2', 'limit: sent more than once'],
    ['Limit=1', 'Limit: not a parameter'],
    ['include=everything', 'include'],
    ['view=approved', 'view'],
    ['nonsense=1', 'nonsense: not a parameter'],
    ['cursor=%zz', 'does not decode'],
    ['cursor=%ff', 'does not decode'],
  ])('%s is malformed', async (query, message) => {
    await using serving = await serve();
    const refused = await ask(serving, { path: `/orders?${query}` });
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'MALFORMED_REQUEST' } } });
    expect(refused.body.error.message).toContain(message);
  });

  test('of nothing between two & states nothing', async () => {
    await using serving = await serve();
    expect(await ask(serving, { path: '/orders?&limit=1&' })).toMatchObject({ status: 200 });
  });

  test.each(['/me?view=latest', '/operations/k?view=latest', '/orders/1?limit=1', '/openapi.json?x=1'])(
    '%s takes no such parameter',
    async (path) => {
      await using serving = await serve();
      expect(await ask(serving, { path })).toMatchObject({
        status: 400,
        body: { error: { code: 'MALFORMED_REQUEST' } },
      });
    },
  );
});

test.each(['abc', '-1', '0', '007', '99999999999999999999', '2'])(
  'an order id %s that nobody holds is not found, at a position',
  async (id) => {
    await using serving = await serve();
    for (const asked of [{ path: `/orders/${id}` }, { ...submit('k-1', {}), path: `/orders/${id}/cancel` }]) {
      const answer = await ask(serving, asked);
      expect(answer).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND' } },
        headers: { 'x-service-global-sequence': '1' },
      });
      expect(answer.headers).toHaveProperty('x-service-as-of-seq-ts');
    }
  },
);

test.each([
  ['echoed', 'abc.DEF_123-', 'abc.DEF_123-'],
  ['replaced where it is short', 'abcdefg', 'sample-request-1'],
  ['replaced where it is long', 'a'.repeat(129), 'sample-request-1'],
  ['replaced where it has another character', 'abcdefgh!', 'sample-request-1'],
])('an X-Request-Id is %s', async (_, sent, answered) => {
  await using serving = await serve();
  const answer = await ask(serving, { path: '/nowhere', headers: { 'x-request-id': sent } });
  expect(answer.headers['x-request-id']).toBe(answered);
  expect(answer.body.error.requestId).toBe(answered);
});

test("the member's own failure is told to its watcher and to nobody else", async () => {
  const seen: unknown[] = [];
  await using serving = await serve({ observe: (event) => seen.push(event.refused) });
  serving.platform.beforeLookUp = () => Promise.reject(new Error('the wire /secret/path broke'));
  const answer = await ask(serving, submit('k-1'));
  expect(answer).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR', retryable: false } } });
  expect(JSON.stringify(answer.body)).not.toContain('secret');
  expect(seen).toEqual([{ code: 'INTERNAL_ERROR', message: 'the wire /secret/path broke' }]);
});

test('an answer says the time of the platform', async () => {
  await using serving = await serve();
  serving.clock.advance(86_400_000);
  expect((await ask(serving, { path: '/openapi.json' })).headers['date']).toBe('Sat, 16 Jan 2027 08:00:00 GMT');
});
