import { describe, expect, test } from 'vitest';
import type { FaultRule } from '../faults/rule-shape.ts';
import { MINUTE_MS, SampleVenue } from '../testing/sample-venue.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;

describe('the venue', () => {
  test('fills orders that cross, slice by slice on the clock', async () => {
    const sample = new SampleVenue();
    const orderId = await sample.open(sample.world.landmarks.fill);
    expect(sample.fills()).toEqual([]);
    const { fired } = await sample.clock.advance(50);
    expect(fired.map(({ label }) => label)).toEqual([`venue: fill of ${orderId}`]);
    expect(sample.fills()).toHaveLength(1);
    await sample.clock.advance(100);
    const { qty } = sample.orderNow(orderId) ?? {};
    expect(sample.orderNow(orderId)).toMatchObject({ status: 'FILLED', cumQty: qty, avgPx: '100' });
    expect(sample.timers()).toBe(0);
  });

  test('lets others rest, and does not fill cancelled ones', async () => {
    const sample = new SampleVenue();
    const [resting, crossing] = [await sample.open(), await sample.open({ price: null })];
    await sample.cancel('k3', crossing);
    expect(sample.timers()).toBe(0);
    await sample.clock.advance(MINUTE_MS);
    expect([resting, crossing].map((id) => sample.orderNow(id)?.status)).toEqual(['OPEN', 'CANCELLED']);
  });

  test('that is late finds the order cancelled: its fill is recorded and changes nothing', async () => {
    const sample = new SampleVenue();
    const orderId = await sample.open({ price: null });
    sample.faults.add({ on: { command: 'fill' }, hold: 'fills' });
    await sample.clock.advance(200);
    await sample.cancel('k2', orderId);
    sample.faults.release('fills');
    await sample.clock.advance(0);
    expect(sample.fills().length).toBeGreaterThan(0);
    for (const { verdict } of sample.fills()) expect(verdict).toEqual({ facts: [] });
    expect(sample.orderNow(orderId)).toMatchObject({ status: 'CANCELLED', cumQty: '0' });
  });

  test.each<[string, FaultRule]>([
    ['is not accepted', { on: { edge: 'inbox', command: 'fill' }, refuse: 'OWNER_ABSENT' }],
    ['fails', { on: { edge: 'verdict', command: 'fill' }, fail: true }],
  ])('repeats a report that %s, until it is accepted', async (_, rule) => {
    const sample = new SampleVenue();
    const { id } = sample.faults.add({ ...rule, times: 5 });
    const orderId = await sample.open({ price: null });
    await sample.clock.advance(10_000);
    expect([sample.faults.get(id)?.firings, sample.timers()]).toEqual([5, 0]);
    expect(sample.orderNow(orderId)?.status).toBe('FILLED');
  });

  test.each([
    ['adds zeros to the row', '2', { status: 'FILLED', price: '81.00000000', qty: '2.000000000' }],
    [
      'rejects what 64 bits do not hold',
      '10000000000',
      { status: 'REJECTED', rejection: { reason: 'FILL_PRECISION_OVERFLOW' } },
    ],
  ])('that trades finer than the platform %s, and charges in an unknown currency', async (_, qty, row) => {
    const sample = new SampleVenue();
    const instrumentId = sample.world.fixtures.finerInstrument.id;
    const orderId = await sample.open({ instrumentId, price: '81', qty });
    await sample.clock.advance(1000);
    expect(sample.orderNow(orderId)).toMatchObject(row);
    for (const fact of sample.facts())
      if (fact.kind === 'ExecutionRecorded') expect(fact.execution).toMatchObject({ fee: null, feeAssetId: null });
    expect(sample.timers()).toBe(0);
  });

  test('of a closed platform does nothing more', async () => {
    const sample = new SampleVenue();
    followed(sample);
    await sample.open({ price: null });
    sample.platform.close();
    expect(sample.clock.timers()).toBe(0);
    await sample.open({ price: null });
    await sample.clock.advance(MINUTE_MS);
    expect([sample.clock.timers(), sample.fills(), sample.reports()]).toEqual([0, [], []]);
  });

  test('costs nothing without traffic: an idle day leaves no quote and no timer', async () => {
    const sample = new SampleVenue();
    await sample.open();
    const [one, other] = [followed(sample), followed(sample, 2)];
    // One timer serves all followers.
    expect(sample.timers()).toBe(1);
    one.stop();
    expect(sample.timers()).toBe(1);
    other.stop();
    await sample.clock.advance(DAY_MS);
    expect([sample.quoted(), sample.timers()]).toEqual([0, 0]);
  });
});

describe('quotes that price orders', () => {
  test('are fresh, and restated at most a minute apart', async () => {
    const sample = new SampleVenue();
    const codes = [await sample.refusedAtMarket(), await sample.refusedAtMarket()];
    expect(sample.quoted()).toBe(1);
    await sample.clock.advance(30 * MINUTE_MS);
    expect([...codes, await sample.refusedAtMarket()]).toEqual([undefined, undefined, undefined]);
    expect(sample.quoted()).toBe(2);
  });

  test('that are withheld go stale after five minutes', async () => {
    const sample = new SampleVenue();
    await sample.refusedAtMarket();
    const on = { edge: 'inbox', owner: 'register', command: 'state' } as const;
    const { id } = sample.faults.add({ on, refuse: 'OWNER_ABSENT' });
    await sample.clock.advance(5 * MINUTE_MS - 1);
    expect(await sample.refusedAtMarket()).toBeUndefined();
    await sample.clock.advance(2);
    expect(await sample.refusedAtMarket()).toBe('NO_REFERENCE_PRICE');
    expect(await sample.open()).toBeDefined();
    sample.faults.remove(id);
    // The quote that was refused last is otherwise still in flight.
    await sample.clock.advance(0);
    expect(await sample.refusedAtMarket()).toBeUndefined();
  });

  test('are the moved ones at once, also while the former quote is held in flight', async () => {
    const sample = new SampleVenue();
    const trades = async () => {
      const orderId = await sample.open({ price: null });
      await sample.clock.advance(200);
      return sample.orderNow(orderId)?.avgPx;
    };
    expect(await trades()).toBe('100.02');
    move(sample, '101.00', '101.05');
    expect([await trades(), sample.quoted()]).toEqual(['101.05', 2]);
    sample.faults.add({ on: { edge: 'inbox', command: 'state' }, hold: 'quotes', times: 1 });
    await sample.clock.advance(2 * MINUTE_MS);
    await sample.open({ price: null });
    move(sample, '102.00', '102.05');
    expect(await trades()).toBe('102.05');
    sample.faults.release('quotes');
    await sample.clock.advance(0);
    expect(await trades()).toBe('102.05');
    expect(move(sample, '1', '2', 9_999)).toBeUndefined();
  });
});

/** The quotes that a follower receives of an instrument, from now on. */
function followed(sample: SampleVenue, instrumentId = 1) {
  const received: string[] = [];
  const startNs = sample.clock.nowNs();
  const { stop } = sample.port.quotes(instrumentId, ({ bid, ask, venueTsNs }) => {
    received.push(`${bid} ${ask} at ${Number(BigInt(venueTsNs) - startNs) / 1e6} ms`);
  });
  return { received, stop };
}

function move(sample: SampleVenue, bid: string, ask: string, instrumentId = 1) {
  return sample.platform.reference.moveQuote(instrumentId, { bid, ask });
}

describe('a follower of a quote', () => {
  test('receives the last at once, each restatement at the full second, and each move, until it leaves', async () => {
    const sample = new SampleVenue();
    const { received, stop } = followed(sample);
    await sample.clock.advance(2_300);
    expect(received).toEqual(['100.00 100.02 at 0 ms', '100.00 100.02 at 1000 ms', '100.00 100.02 at 2000 ms']);
    move(sample, '101.00', '101.02');
    move(sample, '9', '10', 2);
    await sample.clock.advance(700);
    expect(received.slice(3)).toEqual(['101.00 101.02 at 2300 ms', '101.00 101.02 at 3000 ms']);
    stop();
    move(sample, '102.00', '102.02');
    await sample.clock.advance(5_000);
    expect(received).toHaveLength(5);
  });

  test('between two seconds receives the quote of the last', async () => {
    const sample = new SampleVenue();
    await sample.clock.advance(1_700);
    const { received } = followed(sample);
    await sample.clock.advance(300);
    expect(received).toEqual(['100.00 100.02 at -700 ms', '100.00 100.02 at 300 ms']);
  });

  test('of an instrument without a quote receives its first one', async () => {
    const sample = new SampleVenue();
    const instrumentId = sample.world.fixtures.unpricedInstrument.id;
    const { received } = followed(sample, instrumentId);
    await sample.clock.advance(2_000);
    move(sample, '5', '6', instrumentId);
    expect(received).toEqual(['5 6 at 2000 ms']);
  });

  test('may leave within a delivery, and leave twice', async () => {
    const sample = new SampleVenue();
    let count = 0;
    const following = sample.port.quotes(1, () => {
      count += 1;
      if (count === 2) following.stop();
    });
    const { received } = followed(sample);
    await sample.clock.advance(3_000);
    following.stop();
    expect([count, received.length]).toEqual([2, 4]);
  });
});
