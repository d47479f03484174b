import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ask, submit } from '../testing/sample-client.ts';
import { serve } from '../testing/sample-platform.ts';

const TOO_MANY = {
  status: 429,
  headers: { 'retry-after': '1' },
  body: { error: { code: 'IN_FLIGHT_FULL', retryable: true } },
};

async function crowded(over: Parameters<typeof serve>[0] = {}) {
  const serving = await serve(over);
  const server = createServer((request, response) => serving.member.handle(request, response, true));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    serving,
    crowd: { ...serving, baseUrl: `http://127.0.0.1:${port}`, port },
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections();
      await serving[Symbol.asyncDispose]();
    },
  };
}

test.each([
  ['a read', { path: '/orders' }],
  ['the contract', { path: '/openapi.json', token: null }],
  ['no token', { path: '/me', token: null }],
  ['a path that is not there', { path: '/nowhere' }],
  ['a write', submit('key-1')],
])('of requests too many %s is refused, by a code that says when to come again', async (_, asked) => {
  await using member = await crowded();
  const headers = { ...asked.headers, 'x-request-id': 'my-own-request-id' };
  const refused = await ask(member.crowd, { ...asked, headers });
  expect(refused).toMatchObject(TOO_MANY);
  expect(refused.headers['x-request-id']).toBe('my-own-request-id');
  expect(refused.body.error.requestId).toBe('my-own-request-id');
  expect(refused.headers['x-service-global-sequence']).toBeUndefined();
});

test('nothing is done for a write that is too many, and its key is free', async () => {
  await using member = await crowded();
  expect(await ask(member.crowd, submit('key-1'))).toMatchObject(TOO_MANY);
  expect(member.serving.platform.submitted).toEqual([]);
  const served = await ask(member.serving, submit('key-1'));
  expect(served.status).toBe(201);
  expect(served.headers['idempotent-replay']).toBeUndefined();
});

test('an older member says it in its own envelope', async () => {
  await using member = await crowded({ version: '0.11.4' });
  const { body } = await ask(member.crowd, { path: '/orders' });
  expect(body).toEqual({ error: { code: 'IN_FLIGHT_FULL' } });
});

test('a connection goes on after a refusal, with a body that was not read', async () => {
  await using member = await crowded();
  const { port } = member.crowd;
  const large = { ...submit('key-1'), body: 'x'.repeat(200_000) };
  expect(await ask(member.crowd, large)).toMatchObject(TOO_MANY);
  expect(await ask({ ...member.crowd, port }, { path: '/me' })).toMatchObject(TOO_MANY);
});
