/** A record owner that leaves and returns, as a client and the control plane see it. */
import { expect, test } from 'vitest';
import type { Sandbox } from './sandbox.ts';
import { callerOf, sandboxOf } from './testing/sample-caller.ts';
import { SamplePlatform } from './testing/sample-platform.ts';

const ORDER = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '90.00', qty: '1' };

async function control({ controlUrl }: Sandbox, path: string, method: 'GET' | 'POST' = 'POST') {
  const answer = await fetch(controlUrl + path, { method });
  return { status: answer.status, body: (await answer.json()) as object };
}

test('an absent owner accepts nothing: OWNER_ABSENT, and the key is free when it returns', async () => {
  const sandbox = await sandboxOf();
  const trader = await callerOf(sandbox, 'trader');
  expect(await control(sandbox, '/owners', 'GET')).toEqual({
    status: 200,
    body: { items: ['register', 'orders', 'custody', 'algos'].map((name) => ({ name, away: false, waiting: 0 })) },
  });
  const left = { name: 'orders', away: true, waiting: 0 };
  expect(await control(sandbox, '/owners/orders/leave')).toEqual({ status: 200, body: left });
  const away = await trader.post('/orders', ORDER, { key: 'k-1' });
  expect(away).toMatchObject({ status: 503, body: { error: { code: 'OWNER_ABSENT', retryable: true } } });
  expect(away.headers['retry-after']).toBe('2');
  expect(away.headers).not.toHaveProperty('x-service-global-sequence');
  expect((await trader.get('/operations/k-1')).status).toBe(404);
  // Another owner is unaffected.
  const admin = await callerOf(sandbox, 'admin');
  expect((await admin.post('/portfolios', { displayName: 'meanwhile' })).status).toBe(201);
  expect(await control(sandbox, '/owners/orders/return')).toMatchObject({ status: 200, body: { away: false } });
  const served = await trader.post('/orders', ORDER, { key: 'k-1' });
  expect(served.status).toBe(201);
  expect(served.headers).not.toHaveProperty('idempotent-replay');
});

test('a key that it has answered before still replays while it is absent', async () => {
  const sandbox = await sandboxOf();
  const trader = await callerOf(sandbox, 'trader');
  const first = await trader.post('/orders', ORDER, { key: 'k-1' });
  await control(sandbox, '/owners/orders/leave');
  expect(await trader.post('/orders', ORDER, { key: 'k-1' })).toMatchObject({ status: 201, body: first.body });
});

test('an unknown owner', async () => {
  const sandbox = await sandboxOf();
  expect(await control(sandbox, '/owners/treasury/leave')).toMatchObject({
    status: 404,
    body: { error: { message: 'there is no owner of that name; there are register, orders, custody, algos' } },
  });
});

test('commands in its inbox when it leaves wait, and are judged once, in order, when it returns', async () => {
  const sample = new SamplePlatform();
  sample.faults.add({ on: { command: 'submit' }, hold: 'verdict' });
  const waiting = ['k1', 'k2'].map((key) => sample.submit(key));
  sample.platform.owners.leave('orders');
  sample.faults.clear();
  await new Promise((resolve) => setImmediate(resolve));
  expect(sample.records()).toEqual([]);
  expect(sample.platform.owners.list()[1]).toEqual({ name: 'orders', away: true, waiting: 2 });
  // A retry meanwhile attaches to it; a new command is not accepted.
  const again = sample.submit('k1');
  expect(await sample.submit('k3')).toEqual({ taken: false, why: 'OWNER_ABSENT' });
  sample.platform.owners.comeBack('orders');
  const [first, second] = await Promise.all(waiting);
  expect(await again).toEqual(first);
  expect(second).toMatchObject({ taken: true });
  expect(sample.records().map(({ command }) => command.key)).toEqual(['k1', 'k2']);
});

test('reports of the venue while it is absent are repeated until it returns', async () => {
  const sample = new SamplePlatform();
  const { orderId } = sample.orderOf(await sample.submit('k1', { price: '200' }));
  sample.platform.owners.leave('orders');
  await sample.clock.advance(10_000);
  expect(sample.orderNow(orderId)?.status).toBe('OPEN');
  sample.platform.owners.comeBack('orders');
  await sample.clock.advance(60_000);
  expect(sample.orderNow(orderId)?.status).toBe('FILLED');
});
