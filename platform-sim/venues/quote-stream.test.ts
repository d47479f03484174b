import { describe, expect, test } from 'vitest';
import { SamplePlatform } from '../testing/sample-platform.ts';

const DAY_MS = 86_400_000;

/** The quotes that a follower receives of an instrument, from now on. */
function followed(sample: SamplePlatform, instrumentId = 1) {
  const heard: string[] = [];
  const startNs = sample.clock.nowNs();
  const { stop } = sample.port.quotes(instrumentId, ({ bid, ask, venueTsNs }) => {
    heard.push(`${bid} ${ask} at ${Number(BigInt(venueTsNs) - startNs) / 1e6} ms`);
  });
  return { heard, stop };
}

const move = (sample: SamplePlatform, bid: string, ask: string, instrumentId = 1) =>
  sample.platform.reference.moveQuote(instrumentId, { bid, ask });

/** The quote that prices the next order without a price. */
async function marketPrice(sample: SamplePlatform, key: string): Promise<string | null> {
  const { orderId } = sample.orderOf(await sample.submit(key, { price: null }));
  await sample.clock.advance(200);
  return sample.orderNow(orderId)?.avgPx ?? null;
}

describe('a follower of a quote', () => {
  test('receives the last at once, and each restatement at the full second', async () => {
    const sample = new SamplePlatform();
    const { heard } = followed(sample);
    expect(heard).toEqual(['100.00 100.02 at 0 ms']);
    await sample.clock.advance(2_500);
    expect(heard.slice(1)).toEqual(['100.00 100.02 at 1000 ms', '100.00 100.02 at 2000 ms']);
  });

  test('between two seconds receives the quote of the last', async () => {
    const sample = new SamplePlatform();
    const earlier = sample.clock.nowNs();
    await sample.clock.advance(1_700);
    const heard: string[] = [];
    sample.port.quotes(1, ({ venueTsNs }) => heard.push(`${BigInt(venueTsNs) - earlier}`));
    await sample.clock.advance(300);
    expect(heard).toEqual(['1000000000', '2000000000']);
  });

  test('receives a move at once, and nothing more once it has left', async () => {
    const sample = new SamplePlatform();
    const { heard, stop } = followed(sample);
    await sample.clock.advance(300);
    move(sample, '101.00', '101.02');
    await sample.clock.advance(700);
    expect(heard.slice(1)).toEqual(['101.00 101.02 at 300 ms', '101.00 101.02 at 1000 ms']);
    stop();
    move(sample, '102.00', '102.02');
    await sample.clock.advance(5_000);
    expect(heard).toHaveLength(3);
  });

  test('receives only its own instrument', async () => {
    const sample = new SamplePlatform();
    const { heard } = followed(sample);
    move(sample, '9', '10', 2);
    expect(heard).toHaveLength(1);
  });

  test('of an instrument without a quote receives its first one', async () => {
    const sample = new SamplePlatform();
    const instrumentId = sample.world.fixtures.unpricedInstrument.id;
    const { heard } = followed(sample, instrumentId);
    await sample.clock.advance(2_000);
    expect(heard).toEqual([]);
    move(sample, '5', '6', instrumentId);
    expect(heard).toEqual(['5 6 at 2000 ms']);
  });

  test('may leave within a delivery, and leave twice', async () => {
    const sample = new SamplePlatform();
    let heard = 0;
    const following = sample.port.quotes(1, () => {
      heard += 1;
      if (heard === 2) following.stop();
    });
    const other = followed(sample);
    await sample.clock.advance(3_000);
    following.stop();
    expect([heard, other.heard.length]).toEqual([2, 4]);
  });
});

describe('an idle day', () => {
  test('without a follower is free: no timer, nothing in the sequence', async () => {
    const sample = new SamplePlatform();
    const { stop } = followed(sample);
    const other = followed(sample, 2);
    expect(sample.timers()).toBe(1);
    stop();
    expect(sample.timers()).toBe(1);
    other.stop();
    expect(sample.timers()).toBe(0);
    await sample.clock.advance(DAY_MS);
    expect(sample.records().filter(({ command }) => command.operation === 'quotes')).toEqual([]);
  });

  test('of a closed platform, likewise', () => {
    const sample = new SamplePlatform();
    followed(sample);
    sample.platform.close();
    expect(sample.clock.timers()).toBe(0);
  });
});

describe('orders are priced from the quotes of the stream', () => {
  test('before and after a move, also within the minute of a restatement', async () => {
    const sample = new SamplePlatform();
    const { heard } = followed(sample);
    expect(await marketPrice(sample, 'k1')).toBe('100.02');
    move(sample, '101.00', '101.05');
    expect(await marketPrice(sample, 'k2')).toBe('101.05');
    expect(heard.at(-1)).toContain('101.00 101.05');
    expect(sample.records().filter(({ command }) => command.operation === 'quotes')).toHaveLength(2);
  });

  test('also if a restatement of the former quote is still in flight', async () => {
    const sample = new SamplePlatform();
    sample.faults.add({ on: { edge: 'inbox', command: 'state' }, hold: 'quotes', times: 1 });
    await sample.submit('k1', { price: null });
    move(sample, '101.00', '101.05');
    expect(await marketPrice(sample, 'k2')).toBe('101.05');
    sample.faults.release('quotes');
    await sample.clock.advance(0);
    expect(await marketPrice(sample, 'k3')).toBe('101.05');
  });

  test('and an unknown instrument has no quote to move', () => {
    expect(move(new SamplePlatform(), '1', '2', 9_999)).toBeUndefined();
  });
});
