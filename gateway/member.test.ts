import { expect, test } from 'vitest';
import { ask, brief, briefly, submit } from './testing/sample-client.ts';
import { serve } from './testing/sample-platform.ts';

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

test('nothing between two & of a query states nothing', async () => {
  await using serving = await serve();
  expect(await briefly(serving, { path: '/orders?&limit=1&' })).toBe('200 at 1');
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
