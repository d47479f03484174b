import { describe, expect, test } from 'vitest';
import { ask, raw, submit } from './testing/sample-client.ts';
import { FIRST, SECOND, serve, tokenOf } from './testing/sample-platform.ts';

test('an unknown path is refused before authentication; a known path lists its methods', async () => {
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

test.each(['HEAD', 'OPTIONS', 'TRACE', 'PUT'])('%s is a method that orders do not accept', async (method) => {
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
    ['an unregistered organisation', tokenOf({ externalId: 'nobody', subject: 'x' }), 403, 'ORG_NOT_ACTIVE'],
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

  test('two Authorization headers identify no caller', async () => {
    await using serving = await serve();
    const [one, two] = [await tokenOf(FIRST), await tokenOf(SECOND)];
    const answer = await raw(
      serving,
      `GET /me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${one}\r\nAuthorization: Bearer ${two}\r\n\r\n`,
    );
    expect(answer).toContain('401 Unauthorized');
  });

  test('a member that has applied no record is not primed', async () => {
    const silent = {
      lookUp: async () => ({ state: 'absent' as const }),
      submit: () => new Promise<never>(() => undefined),
      follow: () => ({ stop: () => undefined }),
      head: () => 0,
      storeMaterial: () => new Promise<never>(() => undefined),
      quotes: () => ({ stop: () => undefined }),
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

  test('with nothing between two & states nothing', async () => {
    await using serving = await serve();
    expect(await ask(serving, { path: '/orders?&limit=1&' })).toMatchObject({ status: 200 });
  });

  test.each(['/me?view=latest', '/operations/k?view=latest', '/orders/1?limit=1', '/openapi.json?x=1'])(
    '%s does not accept the parameter',
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
  'an unknown order id %s is not found, at a position',
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

test('an internal error is shown to the observer only', async () => {
  const seen: unknown[] = [];
  await using serving = await serve({ observe: (event) => seen.push(event.refused) });
  serving.platform.beforeLookUp = () => Promise.reject(new Error('the wire /secret/path broke'));
  const answer = await ask(serving, submit('k-1'));
  expect(answer).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR', retryable: false } } });
  expect(JSON.stringify(answer.body)).not.toContain('secret');
  expect(seen).toMatchObject([{ code: 'INTERNAL_ERROR', message: 'the wire /secret/path broke' }]);
});

test('the observer receives the stage that refused, in printable text; an observer that throws has no effect', async () => {
  const seen: unknown[] = [];
  const observe = (event: { readonly refused: unknown }): void => {
    seen.push(event.refused);
    throw new Error('a watcher that fails');
  };
  await using serving = await serve({ observe });
  const answer = await ask(serving, { path: '/openapi.json?%0a%1b[2J=1' });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'MALFORMED_REQUEST' } } });
  expect(seen).toMatchObject([
    { code: 'MALFORMED_REQUEST', stage: 'read-query', message: expect.stringMatching(/^\P{Cc}+$/u) },
  ]);
});

test('an answer states the time of the platform', async () => {
  await using serving = await serve();
  serving.clock.advance(86_400_000);
  expect((await ask(serving, { path: '/openapi.json' })).headers['date']).toBe('Sat, 16 Jan 2027 08:00:00 GMT');
});
