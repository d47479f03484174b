import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordedResponse } from '../../conformance/member/exchange/exchange.ts';
import { httpTransport, type Transport } from '../../conformance/member/sending/transport.ts';
import { startStopwatch } from '../../conformance/runner/stopwatch.ts';
import { type Sandbox, startSandbox } from '../../platform-sim/sandbox.ts';
import { mintedToken } from '../load/sandbox-process.ts';
import { handledBy } from './handled.ts';

let sandbox: Sandbox;
let token: string;
let ways: readonly Transport[];

beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'virtual' });
  token = await mintedToken(sandbox.controlUrl);
  ways = [handledBy(sandbox), httpTransport(sandbox.baseUrl, startStopwatch())];
});
afterAll(async () => {
  for (const way of ways) await way.close();
  await sandbox.close();
});

const { account, instrument } = { account: 'main', instrument: 'BTC-USD' };
const order = JSON.stringify({ account, instrument, clientOrderId: 'one', side: 'BUY', price: '100.00', qty: '1' });

test.each([
  ['a page', 'GET', '/orders?limit=1', null],
  ['no such route', 'GET', '/nowhere', null],
  ['a write', 'POST', '/orders', order],
  ['a body that cannot be read', 'POST', '/orders', '{'],
] as const)('%s is answered as over HTTP', async (_, method, path, body) => {
  const headers = ['Authorization', `Bearer ${token}`, 'Idempotency-Key', 'one'];
  const typed = body === null ? headers : [...headers, 'Content-Type', 'application/json'];
  // Before, so that both ways meet a replay.
  if (body !== null) await ways[0]?.send({ method, path, headers: typed, body, timeoutMs: 5_000 });
  const answers = await Promise.all(
    ways.map((way) => way.send({ method, path, headers: typed, body, timeoutMs: 5_000 })),
  );
  const [handled, sent] = answers.map((answer) => plain(answer as RecordedResponse));
  expect(handled).toEqual(sent);
});

/** Each request has an id of its own, and Node adds the lines about the connection. */
function plain({ status, headers, body }: RecordedResponse) {
  const kept = headers.filter(([name]) => !/^(connection|keep-alive|x-request-id)$/i.test(name));
  return { status, headers: kept, body: body.replace(/"requestId":"[^"]*"/, '') };
}
