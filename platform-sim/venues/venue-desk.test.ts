import { describe, expect, test } from 'vitest';
import type { SequencedRecord } from '../../gateway/facts.ts';
import { forkOf } from '../log/memory.ts';
import { balancesNow, changes } from '../testing/sample-balances.ts';
import { SamplePlatform } from '../testing/sample-platform.ts';

const MINUTE_MS = 60_000;
const CROSSING = { side: 'BUY', price: null, qty: '1' } as const;

const fillsOf = (sample: SamplePlatform): readonly SequencedRecord[] =>
  sample.records().filter(({ command }) => command.body.kind === 'fill');

async function resting(sample: SamplePlatform, key = 'k1') {
  return sample.orderOf(await sample.submit(key)).orderId;
}

describe('a fill by hand', () => {
  test('trades what is left of an order at its own price, recorded like any report of the venue', async () => {
    const sample = new SamplePlatform();
    const orderId = await resting(sample);
    const { position, order, ...told } = await sample.platform.venue.fill(orderId, {});
    expect(told).toMatchObject({ price: '100', qty: '1' });
    expect(order).toMatchObject({ status: 'FILLED', cumQty: '1', leavesQty: '0', avgPx: '100' });
    expect(position).toBe(sample.platform.head());
    expect(fillsOf(sample).map(({ command: { key, operation, owner } }) => [owner, operation, key])).toEqual([
      ['orders', 'fill', null],
    ]);
  });

  test('in part leaves the rest open, and parts add up at their own prices', async () => {
    const sample = new SamplePlatform();
    const orderId = await resting(sample);
    const first = await sample.platform.venue.fill(orderId, { qty: '0.4', price: '99' });
    expect(first.order).toMatchObject({ status: 'PARTIALLY_FILLED', cumQty: '0.4', leavesQty: '0.6', avgPx: '99' });
    const second = await sample.platform.venue.fill(orderId, { qty: '0.6', price: '98' });
    expect(second.order).toMatchObject({ status: 'FILLED', avgPx: '98.4' });
    expect(second.tradeId).not.toBe(first.tradeId);
  });

  test("ends the planned fills of its order, and no other's", async () => {
    const sample = new SamplePlatform();
    const one = sample.orderOf(await sample.submit('k1', CROSSING));
    const other = sample.orderOf(await sample.submit('k2', CROSSING));
    await sample.platform.venue.fill(one.orderId, { qty: '0.1' });
    await sample.clock.advance(MINUTE_MS);
    expect(sample.orderNow(one.orderId)).toMatchObject({ status: 'PARTIALLY_FILLED', cumQty: '0.1' });
    expect(sample.orderNow(other.orderId)).toMatchObject({ status: 'FILLED' });
  });

  test('that a fault holds is recorded when it is released; two of them are two trades', async () => {
    const sample = new SamplePlatform();
    const orderId = await resting(sample);
    sample.faults.add({ on: { edge: 'venue', command: 'fill' }, hold: 'fills' });
    const held = [
      await sample.platform.venue.fill(orderId, { qty: '0.5' }),
      await sample.platform.venue.fill(orderId, { qty: '0.5' }),
    ];
    expect(held.map(({ position, order }) => [position, order.status])).toEqual([
      [null, 'OPEN'],
      [null, 'OPEN'],
    ]);
    sample.faults.release('fills');
    await sample.clock.advance(0);
    expect(sample.orderNow(orderId)).toMatchObject({ status: 'FILLED', leavesQty: '0.0' });
  });

  test('is repeated until an absent owner is back', async () => {
    const sample = new SamplePlatform();
    const orderId = await resting(sample);
    sample.platform.owners.leave('orders');
    expect(await sample.platform.venue.fill(orderId, {})).toMatchObject({ position: null, order: { status: 'OPEN' } });
    sample.platform.owners.comeBack('orders');
    await sample.clock.advance(MINUTE_MS);
    expect(sample.orderNow(orderId)?.status).toBe('FILLED');
  });

  test('gives the same journal for the same seed, and a platform that continues it does so too', async () => {
    const played = async () => {
      const sample = new SamplePlatform();
      const orderId = sample.orderOf(await sample.submit('k1', CROSSING)).orderId;
      await sample.platform.venue.fill(orderId, { qty: '0.25' });
      await sample.platform.venue.setBalance(1, 'USD', '5000');
      return { sample, orderId };
    };
    const [one, two] = [await played(), await played()];
    expect(two.sample.records()).toEqual(one.sample.records());
    const { platform, clock } = one.sample;
    const again = new SamplePlatform({
      from: { journal: forkOf(platform.journal, platform.head()), atNs: clock.nowNs() },
    });
    for (const sample of [one.sample, again]) {
      await sample.clock.advance(MINUTE_MS);
      await sample.platform.venue.fill(one.orderId, { qty: '0.25' });
      await sample.clock.advance(MINUTE_MS);
    }
    expect(again.platform.records()).toEqual(platform.records());
  });
});

describe('a rejection by hand', () => {
  test('ends an open order with its reason, and its earlier fills stay', async () => {
    const sample = new SamplePlatform();
    const orderId = await resting(sample);
    await sample.platform.venue.fill(orderId, { qty: '0.4' });
    const { position, order } = await sample.platform.venue.reject(orderId, 'RATE_CEILING');
    expect(position).toBe(sample.platform.head());
    expect(order).toMatchObject({
      status: 'REJECTED',
      cumQty: '0.4',
      leavesQty: '0',
      rejection: { reason: 'RATE_CEILING', observedValue: null, limitValue: null },
    });
    expect(sample.timers()).toBe(0);
  });
});

describe('a balance by hand', () => {
  test('is a reading of its venue at once, and later trades change it from there', async () => {
    const sample = new SamplePlatform();
    await sample.clock.advance(MINUTE_MS);
    const { position, balance } = await sample.platform.venue.setBalance(1, 'USD', '500');
    expect(position).toBe(sample.platform.head());
    expect(balancesNow(sample)[`1/${balance.assetId}`]).toMatchObject({ total: '500', credentialId: 1 });
    const orderId = await resting(sample);
    await sample.platform.venue.fill(orderId, {});
    await sample.clock.advance(MINUTE_MS);
    expect(balancesNow(sample)[`1/${balance.assetId}`]).toMatchObject({ total: '399.9' });
  });

  test('is stated once: heartbeats do not repeat it', async () => {
    const sample = new SamplePlatform();
    await sample.clock.advance(MINUTE_MS);
    const before = changes(sample).length;
    // At one moment the second record is later than the venue's time.
    await sample.platform.venue.setBalance(1, 'BTC', '7');
    await sample.platform.venue.setBalance(1, 'USD', '500');
    await sample.clock.advance(MINUTE_MS);
    expect(
      changes(sample)
        .slice(before)
        .map(({ body }) => body.readings.map(({ total }) => total)),
    ).toEqual([['7'], ['500']]);
    const heartbeats = sample.records().filter(({ command }) => command.operation === 'heartbeat');
    for (const { command } of heartbeats.slice(-2)) expect(command.body).toMatchObject({ readings: [] });
  });

  test('locks what open orders want of it', async () => {
    const sample = new SamplePlatform();
    await resting(sample);
    const { balance } = await sample.platform.venue.setBalance(1, 'USD', '500');
    // The world's own open orders want 211.78.
    expect(balance).toMatchObject({ total: '500', held: '311.78', available: '188.22' });
  });

  test('of an asset that the venue did not show before is shown', async () => {
    const sample = new SamplePlatform();
    const { balance } = await sample.platform.venue.setBalance(1, 'SOL', '3.5');
    expect(balancesNow(sample)[`1/${balance.assetId}`]).toMatchObject({ total: '3.5' });
  });
});

describe('the desk refuses, and sequences nothing', () => {
  type Attempt = (venue: SamplePlatform['platform']['venue'], orderId: string) => Promise<unknown>;
  test.each<[string, Attempt, string, RegExp]>([
    ['an unknown order', (venue) => venue.fill('17', {}), 'NOT_FOUND', /^there is no order 17: GET \/orders lists/],
    ['a rejection of none', (venue) => venue.reject('17', 'RATE_CEILING'), 'NOT_FOUND', /^there is no order 17/],
    [
      'more than is left',
      (venue, id) => venue.fill(id, { qty: '1.01' }),
      'CONFLICT',
      /^qty: 1\.01 is more than the 1 that is left/,
    ],
    [
      'an unknown asset',
      (venue) => venue.setBalance(1, 'XYZ', '1'),
      'NOT_FOUND',
      /^asset: there is no asset XYZ; there are USD/,
    ],
    ['an unknown asset id', (venue) => venue.setBalance(1, 999, '1'), 'NOT_FOUND', /^asset: there is no asset 999/],
    [
      'an unknown account',
      (venue) => venue.setBalance(999, 'USD', '1'),
      'NOT_FOUND',
      /^accountId: there is no account 999/,
    ],
  ])('%s', async (_, attempt, code, message) => {
    const sample = new SamplePlatform();
    const orderId = await resting(sample);
    const before = sample.platform.head();
    await expect(attempt(sample.platform.venue, orderId)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(sample.platform.head()).toBe(before);
  });

  test.each(['FILLED', 'CANCELLED', 'REJECTED'] as const)('an order that is %s', async (status) => {
    const sample = new SamplePlatform();
    const { venue } = sample.platform;
    const orderId = await resting(sample);
    if (status === 'FILLED') await venue.fill(orderId, {});
    else if (status === 'CANCELLED') await sample.cancel('k2', orderId);
    else await venue.reject(orderId, 'RATE_CEILING');
    await expect(venue.fill(orderId, {})).rejects.toThrow(`order ${orderId} is ${status}: only an open order`);
  });

  test('a balance of an account that no credential reads', async () => {
    const sample = new SamplePlatform();
    const credentialId = 1;
    const submission = await sample.platform.port('m1').submit({
      owner: 'register',
      principal: { orgId: 1, userId: 1 },
      key: 'revoke',
      operation: `revokeCredential ${credentialId}`,
      body: { kind: 'revoke', family: 'credentials', id: credentialId, ifMatch: null },
    });
    expect(sample.recordOf(submission).verdict.refused).toBeUndefined();
    await expect(sample.platform.venue.setBalance(1, 'USD', '1')).rejects.toThrow(
      'accountId: no credential reads account 1',
    );
  });
});

test('open orders are listed, the newest first', async () => {
  const sample = new SamplePlatform();
  const ids = [await resting(sample, 'k1'), await resting(sample, 'k2'), await resting(sample, 'k3')];
  await sample.platform.venue.fill(ids[1] ?? '', {});
  expect(sample.platform.venue.openOrders(2).map(({ orderId }) => orderId)).toEqual([ids[2], ids[0]]);
});
