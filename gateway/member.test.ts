import { describe, expect, test } from 'vitest';
import { ask, brief, briefly, raw, submit } from './testing/sample-client.ts';
import { FIRST, SECOND, SILENT, serve, tokenOf } from './testing/sample-platform.ts';

// biome-ignore format: an aligned table
test.each([
  ['GET',     '/nowhere',           '404 ROUTE_NOT_FOUND'],
  ['GET',     '/ORDERS',            '404 ROUTE_NOT_FOUND'],
  ['GET',     '/orders/',           '404 ROUTE_NOT_FOUND'],
  ['GET',     '//orders',           '404 ROUTE_NOT_FOUND'],
  ['GET',     '/%6Frders',          '404 ROUTE_NOT_FOUND'],
  ['GET',     '/orders/1/',         '404 ROUTE_NOT_FOUND'],
  ['GET',     '/docs/package.json', '404 ROUTE_NOT_FOUND'],
  ['DELETE',  '/orders',            '405 METHOD_NOT_ALLOWED'],
  ['PUT',     '/orders',            '405 METHOD_NOT_ALLOWED'],
  ['OPTIONS', '/orders',            '405 METHOD_NOT_ALLOWED'],
  ['TRACE',   '/orders',            '405 METHOD_NOT_ALLOWED'],
  ['HEAD',    '/orders',            '405'],
])('%s %s is refused before authentication: %s', async (method, path, expected) => {
  await using serving = await serve();
  const refused = await ask(serving, { method, path, token: null });
  expect([brief(refused), refused.headers['allow']]).toEqual([
    expected,
    expected.startsWith('405') ? 'GET, POST' : undefined,
  ]);
});

test('a target in absolute form is no route of this service', async () => {
  await using serving = await serve();
  const head = 'GET http://evil.test/me HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n';
  expect(await raw(serving, head)).toContain('ROUTE_NOT_FOUND');
});

describe('admission', () => {
  // biome-ignore format: an aligned table
  test.each([
    ['no token',                      null,                                                  '401 UNAUTHENTICATED'],
    ['a suspended organisation',      tokenOf({ externalId: 'asleep', subject: 'sleeper' }), '403 ORG_NOT_ACTIVE'],
    ['an unregistered organisation',  tokenOf({ externalId: 'unknown', subject: 'x' }),       '403 ORG_NOT_ACTIVE'],
    ['a disabled user',               tokenOf({ externalId: 'first', subject: 'gone' }),     '403 FORBIDDEN_PRINCIPAL'],
    ['a user who awaits admission',   tokenOf({ externalId: 'first', subject: 'waiting' }),  '403 AWAITING_ADMISSION'],
    ['no organisation',               tokenOf(FIRST, { org_id: undefined }),                 '403 FORBIDDEN_PRINCIPAL'],
    ['an organisation by number',     tokenOf(FIRST, { org_id: 1 }),                         '403 FORBIDDEN_PRINCIPAL'],
    ['an organisation past ASCII',    tokenOf(FIRST, { org_id: 'fïrst' }),                   '403 FORBIDDEN_PRINCIPAL'],
    ['a user past ASCII',             tokenOf(FIRST, { sub: 'trådér' }),                     '403 FORBIDDEN_PRINCIPAL'],
  ])('%s is refused before a bad query or body is looked at', async (_, token, expected) => {
    await using serving = await serve();
    const of = { token: await token };
    expect(await briefly(serving, { path: '/orders?limit=none', ...of })).toBe(expected);
    expect(await briefly(serving, { ...submit('', {}, of), body: 'not JSON' })).toBe(expected);
  });

  test('GET /me serves a user who awaits admission', async () => {
    await using serving = await serve();
    const token = await tokenOf({ externalId: 'first', subject: 'waiting' });
    const { status, body } = await ask(serving, { path: '/me', token });
    expect([status, body.user.status]).toEqual([200, 'AWAITING_ADMISSION']);
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
    await using serving = await serve({ port: SILENT });
    const answer = await ask(serving, { path: '/me' });
    expect([brief(answer), answer.headers['retry-after']]).toEqual(['503 NOT_PRIMED retryable', '1']);
    expect(answer.headers).not.toHaveProperty('x-service-as-of-seq-ts');
  });
});

/** What no query of any route may be: `scripts/proof/properties/queries.test.ts`. */
test.each([
  ['limit=1&limit=2', 'limit: sent more than once'],
  ['Limit=1', 'Limit: not a parameter'],
  ['cursor=%ff', 'does not decode'],
])('a query of %s is refused with what is wrong', async (query, message) => {
  await using serving = await serve();
  const refused = await ask(serving, { path: `/orders?${query}` });
  expect(brief(refused)).toBe('400 MALFORMED_REQUEST');
  expect(refused.body.error.message).toContain(message);
});

test('nothing between two & of a query states nothing', async () => {
  await using serving = await serve();
  expect(await briefly(serving, { path: '/orders?&limit=1&' })).toBe('200 at 1');
});

/** Other spellings of ids: `scripts/proof/properties/heads.test.ts`. */
test('an unknown order id is not found, at a position', async () => {
  await using serving = await serve();
  for (const asked of [{ path: '/orders/2' }, { ...submit('k-1', {}), path: '/orders/2/cancel' }]) {
    const answer = await ask(serving, asked);
    expect(brief(answer)).toBe('404 NOT_FOUND at 1');
    expect(answer.headers).toHaveProperty('x-service-as-of-seq-ts');
  }
});

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
  expect(brief(answer)).toBe('500 INTERNAL_ERROR');
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
  expect(await briefly(serving, { path: '/openapi.json?%0a%1b[2J=1' })).toBe('400 MALFORMED_REQUEST');
  expect(seen).toMatchObject([
    { code: 'MALFORMED_REQUEST', stage: 'read-query', message: expect.stringMatching(/^\P{Cc}+$/u) },
  ]);
});

test('an answer states the time of the platform', async () => {
  await using serving = await serve();
  serving.clock.advance(86_400_000);
  expect((await ask(serving, { path: '/openapi.json' })).headers['date']).toBe('Sat, 16 Jan 2027 08:00:00 GMT');
});
