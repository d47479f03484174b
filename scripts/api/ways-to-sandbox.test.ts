import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlPlane } from '../../conformance/member/control/control-plane.ts';
import type { Transport, WireRequest } from '../../conformance/member/sending/transport.ts';
import { httpTransport } from '../../conformance/member/sending/transport.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { type Sandbox, startSandbox } from '../../platform-sim/sandbox.ts';
import { mintedToken } from '../load/sandbox-process.ts';
import { waysTo } from './ways-to-sandbox.ts';

let sandbox: Sandbox;
let token: string;
/** In this process, and over loopback. */
let ways: readonly Transport[];

beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'virtual' });
  token = await mintedToken(sandbox.controlUrl);
  const stopwatch = startStopwatch();
  ways = [waysTo(sandbox).transport(sandbox.baseUrl, stopwatch), httpTransport(sandbox.baseUrl, stopwatch)];
});
afterAll(async () => {
  for (const way of ways) await way.close();
  await sandbox.close();
});

const { account, instrument } = { account: 'main', instrument: 'BTC-USD' };
const order = JSON.stringify({ account, instrument, clientOrderId: 'one', side: 'BUY', price: '100.00', qty: '1' });

function requestOf(method: string, path: string, body: string | null, more: readonly string[] = []): WireRequest {
  const typed = body === null ? [] : ['Content-Type', 'application/json'];
  const headers = ['Authorization', `Bearer ${token}`, 'Idempotency-Key', 'one', ...typed, ...more];
  return { method, path, headers, body, timeoutMs: 5_000 };
}

/** Each request has its own id, and Node adds the lines about the connection. */
async function answers(request: WireRequest) {
  const both = await Promise.all(ways.map((way) => way.send(request)));
  return both.map((answer) => {
    if ('failure' in answer) return answer;
    const { status, headers, body } = answer;
    const kept = headers.filter(([name]) => !/^(connection|keep-alive|x-request-id)$/i.test(name));
    return { status, headers: kept, body: body.replace(/"requestId":"[^"]*"/, '') };
  });
}

test.each([
  ['a page', 'GET', '/orders?limit=1', null],
  ['an unknown route', 'GET', '/nowhere', null],
  ['a wrong method', 'HEAD', '/me', null],
  ['a write', 'POST', '/orders', order],
  ['a body that is not JSON', 'POST', '/orders', '{'],
  ['a long body', 'POST', '/orders', `"${'x'.repeat(100_000)}"`],
  ['a header twice', 'GET', '/me', null, ['Accept', 'text/html', 'Authorization', 'Bearer x', 'accept', 'text/plain']],
  ['a long head', 'GET', '/me', null, ['X-Long', 'x'.repeat(40_000)]],
  ['a method that Node does not know', 'FETCH', '/me', null],
  ['a header that is not ASCII', 'GET', '/me', null, ['X-Request-Id', 'réquest-1']],
] as const)('%s is answered as over loopback', async (_, method, path, body, more: readonly string[] = []) => {
  const request = requestOf(method, path, body, more);
  // First, so that both ways get a replay.
  if (body !== null) await ways[0]?.send(request);
  const [inProcess, overLoopback] = await answers(request);
  expect(inProcess).toEqual(overLoopback);
});

test.each([
  ['reset', { reset: true }],
  ['dropped', { drop: 'answer' }],
  ['cut', { cut: true }],
  ['replaced', { answer: { status: 503, retryAfter: '7s', body: { no: 'service' } } }],
  ['a crash', { crash: true }],
] as const)('an answer that is %s by a fault', async (_, effect) => {
  const plane = controlPlane(waysTo(sandbox).transport(sandbox.controlUrl, startStopwatch()));
  const { id } = await plane.addFault({ on: { edge: 'answer', key: 'one' }, times: 2, ...effect });
  const [inProcess, overLoopback] = await answers({ ...requestOf('GET', '/me', null), timeoutMs: 500 });
  expect(inProcess).toEqual(overLoopback);
  await plane.removeFault(id);
  await plane.close();
});

test('a request without an answer times out, and the member sees its connection end', async () => {
  const plane = controlPlane(waysTo(sandbox).transport(sandbox.controlUrl, startStopwatch()));
  const { id } = await plane.addFault({ on: { edge: 'answer', method: 'GET' }, hold: 'a while' });
  expect(await ways[0]?.send({ ...requestOf('GET', '/me', null), timeoutMs: 50 })).toEqual({ failure: 'timeout' });
  const { items } = await plane.readMembers();
  expect(items.map(({ inFlight }) => inFlight)).toEqual([0]);
  await plane.removeFault(id);
  await plane.close();
});
