import { describe, expect, test } from 'vitest';
import { forkOf } from '../log/memory.ts';
import { MINUTE_MS, SampleVenue } from '../testing/sample-venue.ts';

const CROSSING = { side: 'BUY', price: null, qty: '1' } as const;

/** A platform with one open order, and its desk. */
async function opened() {
  const sample = new SampleVenue();
  return { sample, orderId: await sample.open(), venue: sample.platform.venue };
}

describe('a fill by hand', () => {
  test('trades what is left of an order at its own price, recorded like any report of the venue', async () => {
    const { sample, orderId, venue } = await opened();
    const { position, order, ...trade } = await venue.fill(orderId, {});
    expect(trade).toMatchObject({ price: '100', qty: '1' });
    expect(order).toMatchObject({ status: 'FILLED', cumQty: '1', leavesQty: '0', avgPx: '100' });
    expect(position).toBe(sample.platform.head());
    expect(sample.fills().map(({ command }) => command)).toMatchObject([
      { owner: 'orders', operation: 'fill', key: null },
    ]);
  });

  test('in part leaves the rest open, and parts add up at their own prices', async () => {
    const { orderId, venue } = await opened();
    const first = await venue.fill(orderId, { qty: '0.4', price: '99' });
    expect(first.order).toMatchObject({ status: 'PARTIALLY_FILLED', cumQty: '0.4', leavesQty: '0.6', avgPx: '99' });
    const second = await venue.fill(orderId, { qty: '0.6', price: '98' });
    expect(second.order).toMatchObject({ status: 'FILLED', avgPx: '98.4' });
    expect(second.tradeId).not.toBe(first.tradeId);
  });

  test("ends the planned fills of its order, and no other's", async () => {
    const { sample, venue } = await opened();
    const [one, other] = [await sample.open(CROSSING), await sample.open(CROSSING)];
    await venue.fill(one, { qty: '0.1' });
    await sample.clock.advance(MINUTE_MS);
    expect(sample.orderNow(one)).toMatchObject({ status: 'PARTIALLY_FILLED', cumQty: '0.1' });
    expect(sample.orderNow(other)).toMatchObject({ status: 'FILLED' });
  });

  test('that a fault holds is recorded when it is released; two of them are two trades', async () => {
    const { sample, orderId, venue } = await opened();
    sample.faults.add({ on: { edge: 'venue', command: 'fill' }, hold: 'fills' });
    for (let trade = 0; trade < 2; trade += 1) {
      const held = await venue.fill(orderId, { qty: '0.5' });
      expect([held.position, held.order.status]).toEqual([null, 'OPEN']);
    }
    sample.faults.release('fills');
    await sample.clock.advance(0);
    expect(sample.orderNow(orderId)).toMatchObject({ status: 'FILLED', leavesQty: '0.0' });
  });

  test('is repeated until an absent owner is back, and so are planned fills', async () => {
    const { sample, orderId, venue } = await opened();
    const crossing = await sample.open(CROSSING);
    sample.platform.owners.leave('orders');
    expect(await venue.fill(orderId, {})).toMatchObject({ position: null, order: { status: 'OPEN' } });
    await sample.clock.advance(10_000);
    sample.platform.owners.comeBack('orders');
    await sample.clock.advance(MINUTE_MS);
    expect([orderId, crossing].map((id) => sample.orderNow(id)?.status)).toEqual(['FILLED', 'FILLED']);
  });

  test('gives the same journal for the same seed, and a platform that continues it does so too', async () => {
    const played = async () => {
      const sample = new SampleVenue();
      const orderId = await sample.open(CROSSING);
      await sample.platform.venue.fill(orderId, { qty: '0.25' });
      await sample.platform.venue.setBalance(1, 'USD', '5000');
      return { sample, orderId };
    };
    const [one, two] = [await played(), await played()];
    expect(two.sample.records()).toEqual(one.sample.records());
    const { platform, clock } = one.sample;
    const from = { journal: forkOf(platform.journal, platform.head()), atNs: clock.nowNs() };
    const again = new SampleVenue({ from });
    for (const sample of [one.sample, again]) {
      await sample.clock.advance(MINUTE_MS);
      await sample.platform.venue.fill(one.orderId, { qty: '0.25' });
      await sample.clock.advance(MINUTE_MS);
    }
    expect(again.platform.records()).toEqual(platform.records());
  });
});

test('a rejection by hand ends an open order with its reason, and its earlier fills stay', async () => {
  const { sample, orderId, venue } = await opened();
  await venue.fill(orderId, { qty: '0.4' });
  const { position, order } = await venue.reject(orderId, 'RATE_CEILING');
  expect(position).toBe(sample.platform.head());
  const rejection = { reason: 'RATE_CEILING', observedValue: null, limitValue: null };
  expect(order).toMatchObject({ status: 'REJECTED', cumQty: '0.4', leavesQty: '0', rejection });
  expect(sample.timers()).toBe(0);
});

describe('a balance by hand', () => {
  test('is a reading of its venue at once, and later trades change it from there', async () => {
    const { sample, orderId, venue } = await opened();
    await sample.clock.advance(MINUTE_MS);
    const { position, balance } = await venue.setBalance(1, 'USD', '500');
    expect(position).toBe(sample.platform.head());
    const now = () => sample.balances()[`1/${balance.assetId}`];
    expect(now()).toMatchObject({ total: '500', credentialId: 1 });
    await venue.fill(orderId, {});
    await sample.clock.advance(MINUTE_MS);
    expect(now()).toMatchObject({ total: '399.9' });
  });

  test('is stated once: heartbeats do not repeat it', async () => {
    const { sample, venue } = await opened();
    await sample.clock.advance(MINUTE_MS);
    const before = sample.readings().length;
    // At one moment the second record is later than the venue's time.
    await venue.setBalance(1, 'BTC', '7');
    await venue.setBalance(1, 'USD', '500');
    await sample.clock.advance(MINUTE_MS);
    const stated = sample
      .readings()
      .slice(before)
      .map(({ body }) => body.readings.map(({ total }) => total));
    expect(stated).toEqual([['7'], ['500'], [], []]);
  });

  test('locks what open orders want of it; an asset that the venue did not show before is shown', async () => {
    const { sample, venue } = await opened();
    // The world's own open orders want 211.78.
    const { balance } = await venue.setBalance(1, 'USD', '500');
    expect(balance).toMatchObject({ total: '500', held: '311.78', available: '188.22' });
    const { assetId } = (await venue.setBalance(1, 'SOL', '3.5')).balance;
    expect(sample.balances()[`1/${assetId}`]).toMatchObject({ total: '3.5' });
  });
});

type Venue = SampleVenue['platform']['venue'];

describe('the desk refuses, and sequences nothing:', () => {
  // biome-ignore format: an aligned table
  test.each<[string, (venue: Venue, orderId: string) => Promise<unknown>, string, RegExp]>([
    ['an unknown order',    (venue) => venue.fill('17', {}),                  'NOT_FOUND', /^there is no order 17: GET \/orders lists/],
    ['a rejection of none', (venue) => venue.reject('17', 'RATE_CEILING'),    'NOT_FOUND', /^there is no order 17/],
    ['more than is left',   (venue, id) => venue.fill(id, { qty: '1.01' }),   'CONFLICT',  /^qty: 1\.01 is more than the 1 that is left/],
    ['an unknown asset',    (venue) => venue.setBalance(1, 'XYZ', '1'),       'NOT_FOUND', /^asset: there is no asset XYZ; there are USD/],
    ['an unknown asset id', (venue) => venue.setBalance(1, 999, '1'),         'NOT_FOUND', /^asset: there is no asset 999/],
    ['an unknown account',  (venue) => venue.setBalance(999, 'USD', '1'),     'NOT_FOUND', /^accountId: there is no account 999/],
  ])('%s', async (_, attempt, code, message) => {
    const { sample, orderId, venue } = await opened();
    const head = sample.platform.head();
    const refusal = { code, message: expect.stringMatching(message) };
    await expect(attempt(venue, orderId)).rejects.toMatchObject(refusal);
    expect(sample.platform.head()).toBe(head);
  });

  test.each([
    ['FILLED', ({ venue, orderId }: Awaited<ReturnType<typeof opened>>) => venue.fill(orderId, {})],
    ['CANCELLED', ({ sample, orderId }) => sample.cancel('k2', orderId)],
    ['REJECTED', ({ venue, orderId }) => venue.reject(orderId, 'RATE_CEILING')],
  ])('an order that is %s', async (status, end) => {
    const at = await opened();
    await end(at);
    const message = `order ${at.orderId} is ${status}: only an open order`;
    await expect(at.venue.fill(at.orderId, {})).rejects.toThrow(message);
  });

  test('a balance of an account that no credential reads', async () => {
    const { sample, venue } = await opened();
    await sample.port.submit({
      owner: 'register',
      principal: { orgId: 1, userId: 1 },
      key: 'revoke',
      operation: 'revokeCredential 1',
      body: { kind: 'revoke', family: 'credentials', id: 1, ifMatch: null },
    });
    await expect(venue.setBalance(1, 'USD', '1')).rejects.toThrow('accountId: no credential reads account 1');
  });
});

test('open orders are listed, the newest first', async () => {
  const { sample, orderId, venue } = await opened();
  const later = [await sample.open(), await sample.open()] as const;
  await venue.fill(later[0], {});
  expect(venue.openOrders(2).map((order) => order.orderId)).toEqual([later[1], orderId]);
});
