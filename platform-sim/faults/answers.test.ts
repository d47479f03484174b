/** Responses that a fault states in place of a member's: for reads and writes, by method and path. */
import { expect, test } from 'vitest';
import { callerOf, sandboxOf } from '../testing/sample-caller.ts';
import { ask, clientOf } from '../testing/sample-world.ts';

test('GET /account-balances answers 500 twice, and nothing else does', async () => {
  const sandbox = await sandboxOf();
  const viewer = clientOf(sandbox, 'viewer');
  const { id } = sandbox.faults.add({
    on: { method: 'GET', path: '/account-balances' },
    answer: { status: 500, body: { error: { code: 'INTERNAL_ERROR' } } },
    times: 2,
  });
  const statuses = [];
  for (const path of ['/orders', '/account-balances?limit=1', '/account-balances', '/account-balances'])
    statuses.push((await viewer.get(path)).status);
  expect(statuses).toEqual([200, 500, 500, 200]);
  expect(sandbox.faults.get(id)?.strikes).toMatchObject([
    { method: 'GET', path: '/account-balances', member: 'm1' },
    { method: 'GET', path: '/account-balances', member: 'm1' },
  ]);
});

test.each([
  [
    'JSON',
    { status: 503, retryAfter: '1.5s', body: { a: 1 } },
    { type: 'application/json; charset=utf-8', text: '{"a":1}', after: '2' },
  ],
  ['text', { status: 502, body: '<html>' }, { type: 'text/plain; charset=utf-8', text: '<html>', after: undefined }],
  ['no body', { status: 429, retryAfter: 3_000 }, { type: undefined, text: '', after: '3' }],
  ['no body by its status', { status: 204 }, { type: undefined, text: '', after: undefined }],
] as const)('has the stated head and body: %s', async (_, answer, expected) => {
  const sandbox = await sandboxOf();
  const { authorization } = clientOf(sandbox, 'viewer');
  sandbox.faults.add({ on: { path: '/orders/{id}' }, answer });
  const headers = { authorization: await authorization(), 'x-request-id': 'request-1' };
  const given = await ask('GET', `${sandbox.baseUrl}/orders/17`, headers);
  const { 'content-type': type, 'retry-after': after } = given.headers;
  expect({ status: given.status, type, after, text: given.text }).toEqual({ status: answer.status, ...expected });
  // From the request; nothing comes from the member's response.
  expect(given.headers['x-request-id']).toBe('request-1');
  expect(given.headers).not.toHaveProperty('x-service-global-sequence');
  expect((await ask('GET', `${sandbox.baseUrl}/orders?limit=1`, headers)).status).toBe(200);
});

test('comes after its delay, on the sandbox’s clock', async () => {
  const sandbox = await sandboxOf();
  const { get } = clientOf(sandbox);
  const { id } = sandbox.faults.add({ on: { path: '/me' }, answer: { status: 504, delay: '5s' } });
  let isAnswered = false;
  const asked = get('/me').then(({ status }) => {
    isAnswered = true;
    return status;
  });
  while (sandbox.faults.get(id)?.held !== 1) await new Promise((resolve) => setImmediate(resolve));
  expect(sandbox.faults.waiting()).toMatchObject([
    { edge: 'answer', untilNs: `${sandbox.clock.nowNs() + 5_000_000_000n}` },
  ]);
  await sandbox.clock.advance(4_999);
  expect(isAnswered).toBe(false);
  await sandbox.clock.advance(1);
  expect(await asked).toBe(504);
});

test('replaces the response of a write that was applied: its key replays the owner’s verdict', async () => {
  const sandbox = await sandboxOf();
  const { submit } = clientOf(sandbox);
  const { truth } = sandbox.faults.add({ on: { method: 'POST', path: '/orders' }, answer: { status: 500 }, times: 1 });
  expect((await submit('k-1')).status).toBe(500);
  expect(truth).toMatch(/^as the member would have answered/);
  expect(await submit('k-1')).toMatchObject({ status: 201, headers: { 'idempotent-replay': 'true' } });
});

test('and a read can be delayed, cut or dropped by its path', async () => {
  const sandbox = await sandboxOf();
  const viewer = await callerOf(sandbox, 'viewer');
  sandbox.faults.add({ on: { method: 'GET', path: '/executions' }, drop: 'answer', times: 1 });
  await expect(viewer.get('/executions')).rejects.toThrow(/closed|hang up|reset/);
  expect((await viewer.get('/executions')).status).toBe(200);
});
