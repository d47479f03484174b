/** A record owner that leaves and returns, as a client and the control plane see it. */
import { expect, test } from 'vitest';
import { control, deskOf } from './testing/sample-caller.ts';
import { SamplePlatform } from './testing/sample-platform.ts';

const ORDER = { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '90.00', qty: '1' };

test('an absent owner accepts nothing: OWNER_ABSENT, and the key is free when it returns', async () => {
  const { sandbox, trader, admin } = await deskOf();
  const submit = () => trader.post('/orders', ORDER, { key: 'k-1' });
  const items = ['register', 'orders', 'custody', 'algos'].map((name) => ({ name, away: false, waiting: 0 }));
  expect(await control(sandbox, 'GET', '/owners')).toEqual({ status: 200, body: { items } });
  const left = { status: 200, body: { name: 'orders', away: true, waiting: 0 } };
  expect(await control(sandbox, 'POST', '/owners/orders/leave')).toEqual(left);
  const away = await submit();
  const error = { code: 'OWNER_ABSENT', retryable: true };
  expect(away).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, body: { error } });
  expect(away.headers).not.toHaveProperty('x-service-global-sequence');
  expect((await trader.get('/operations/k-1')).status).toBe(404);
  // Another owner is unaffected.
  expect((await admin.post('/portfolios', { displayName: 'meanwhile' })).status).toBe(201);
  expect(await control(sandbox, 'POST', '/owners/orders/return')).toMatchObject({ body: { away: false } });
  const served = await submit();
  expect([served.status, served.headers['idempotent-replay']]).toEqual([201, undefined]);
  // A key that it has answered still replays while it is absent.
  await control(sandbox, 'POST', '/owners/orders/leave');
  expect(await submit()).toMatchObject({ status: 201, body: served.body });
});

test('an unknown owner', async () => {
  const { sandbox } = await deskOf();
  const message = 'there is no owner of that name; the owners are register, orders, custody, algos';
  const answer = await control(sandbox, 'POST', '/owners/treasury/leave');
  expect(answer).toMatchObject({ status: 404, body: { error: { message } } });
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
