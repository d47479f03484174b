import { expect, test } from 'vitest';
import { type OperationId, ROUTES, routeOf } from '../contract/routes.ts';
import { ask } from '../testing/sample-client.ts';
import { serve } from '../testing/sample-platform.ts';

test('a caller without a token is served the contract and its page, with what the page reads, and nothing else', async () => {
  await using serving = await serve();
  const served: string[] = [];
  for (const operation of Object.keys(ROUTES) as OperationId[]) {
    const { method, path } = routeOf(operation);
    const { status } = await ask(serving, { method, path: path.replaceAll(/:[a-z]+/gi, '1'), token: null });
    if (status !== 401) served.push(`${method} ${path} ${status}`);
  }
  expect(served.filter((line) => !/^GET \/docs(\/[a-z.-]+)? 200$/.test(line))).toEqual(['GET /openapi.json 200']);
});

test('the contract is beside its page as well', async () => {
  await using serving = await serve();
  const beside = await ask(serving, { path: '/docs/openapi.json', token: null });
  expect(beside.body).toEqual((await ask(serving, { path: '/openapi.json', token: null })).body);
  expect(beside.body).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
});

test('the contract of the sockets is one document, for the page and for a caller with a token', async () => {
  await using serving = await serve();
  const [ofPage, own] = [
    await ask(serving, { path: '/docs/asyncapi.json', token: null }),
    await ask(serving, { path: '/asyncapi.json' }),
  ];
  expect([ofPage.status, own.status]).toEqual([200, 200]);
  expect(own.body).toEqual(ofPage.body);
  expect(own.body).toMatchObject({ asyncapi: expect.stringMatching(/^3\./) });
});
