import { describe, expect, test } from 'vitest';
import { SamplePlatform } from '../testing/sample-platform.ts';

const MINUTE_MS = 60_000;

function fills(sample: SamplePlatform) {
  return sample.records().filter(({ command }) => command.body.kind === 'fill');
}

describe('the venue', () => {
  test('fills orders that cross, slice by slice on the clock', async () => {
    const sample = new SamplePlatform();
    const { orderId } = sample.orderOf(await sample.submit('k1', sample.world.landmarks.fill));
    expect(fills(sample)).toEqual([]);
    const { fired } = await sample.clock.advance(50);
    expect(fired.map(({ label }) => label)).toEqual([`venue: fill of ${orderId}`]);
    expect(fills(sample)).toHaveLength(1);
    await sample.clock.advance(100);
    expect(sample.orderNow(orderId)).toMatchObject({
      status: 'FILLED',
      cumQty: sample.orderNow(orderId)?.qty,
      avgPx: '100',
    });
    expect(sample.timers()).toBe(0);
  });

  test('lets others rest, and does not fill cancelled ones', async () => {
    const sample = new SamplePlatform();
    const resting = sample.orderOf(await sample.submit('k1'));
    const crossing = sample.orderOf(await sample.submit('k2', { price: null }));
    await sample.cancel('k3', crossing.orderId);
    expect(sample.timers()).toBe(0);
    await sample.clock.advance(MINUTE_MS);
    expect(sample.orderNow(resting.orderId)?.status).toBe('OPEN');
    expect(sample.orderNow(crossing.orderId)?.status).toBe('CANCELLED');
  });

  test('that is late finds the order cancelled: its fill is recorded and changes nothing', async () => {
    const sample = new SamplePlatform();
    const { orderId } = sample.orderOf(await sample.submit('k1', { price: null }));
    sample.faults.add({ on: { command: 'fill' }, hold: 'fills' });
    await sample.clock.advance(200);
    await sample.cancel('k2', orderId);
    sample.faults.release('fills');
    await sample.clock.advance(0);
    expect(fills(sample).length).toBeGreaterThan(0);
    for (const { verdict } of fills(sample)) expect(verdict).toEqual({ facts: [] });
    expect(sample.orderNow(orderId)).toMatchObject({ status: 'CANCELLED', cumQty: '0' });
  });

  test.each<[string, object]>([
    ['is not accepted', { edge: 'inbox', command: 'fill', effect: { refuse: 'OWNER_ABSENT' } }],
    ['fails', { edge: 'verdict', command: 'fill', effect: { fail: true } }],
  ])('repeats a report that %s, until it is accepted', async (_, fault) => {
    const sample = new SamplePlatform();
    const { effect, ...on } = fault as { effect: object; command: string };
    const { id } = sample.faults.add({ on, ...effect, times: 5 });
    const { orderId } = sample.orderOf(await sample.submit('k1', { price: null }));
    await sample.clock.advance(10_000);
    expect(sample.faults.get(id)?.firings).toBe(5);
    expect(sample.orderNow(orderId)?.status).toBe('FILLED');
    expect(sample.timers()).toBe(0);
  });

  test('that trades finer than the platform adds zeros to the row, and charges in an unknown currency', async () => {
    const sample = new SamplePlatform();
    const instrumentId = sample.world.fixtures.finerInstrument.id;
    const { orderId } = sample.orderOf(await sample.submit('k1', { instrumentId, price: '81', qty: '2' }));
    await sample.clock.advance(1000);
    expect(sample.orderNow(orderId)).toMatchObject({ status: 'FILLED', price: '81.00000000', qty: '2.000000000' });
    const executions = fills(sample)
      .flatMap(({ verdict }) => verdict.facts ?? [])
      .flatMap((fact) => (fact.kind === 'ExecutionRecorded' ? [fact.execution] : []));
    for (const execution of executions) expect(execution).toMatchObject({ fee: null, feeAssetId: null });
  });

  test('that trades finer than 64 bits hold ends the order REJECTED with FILL_PRECISION_OVERFLOW', async () => {
    const sample = new SamplePlatform();
    const instrumentId = sample.world.fixtures.finerInstrument.id;
    const { orderId } = sample.orderOf(await sample.submit('k1', { instrumentId, price: '81', qty: '10000000000' }));
    await sample.clock.advance(1000);
    expect(sample.orderNow(orderId)).toMatchObject({
      status: 'REJECTED',
      rejection: { reason: 'FILL_PRECISION_OVERFLOW' },
    });
    expect(sample.timers()).toBe(0);
  });

  test('that is closed does nothing more', async () => {
    const sample = new SamplePlatform();
    await sample.submit('k1', { price: null });
    sample.platform.close();
    expect(sample.clock.timers()).toBe(0);
    await sample.submit('k2', { price: null });
    expect(sample.clock.timers()).toBe(0);
  });
});

describe('quotes', () => {
  const codeOf = async (sample: SamplePlatform, key: string, instrumentId = 1) =>
    sample.recordOf(await sample.submit(key, { price: null, instrumentId })).verdict.refused?.code;
  const restatements = (sample: SamplePlatform) =>
    sample.records().filter(({ command }) => command.operation === 'quotes').length;

  test('are fresh whenever an order is priced from them, restated at most a minute apart', async () => {
    const sample = new SamplePlatform();
    expect(await codeOf(sample, 'k1')).toBeUndefined();
    expect(await codeOf(sample, 'k2')).toBeUndefined();
    expect(restatements(sample)).toBe(1);
    await sample.clock.advance(30 * MINUTE_MS);
    expect(await codeOf(sample, 'k3')).toBeUndefined();
    expect(restatements(sample)).toBe(2);
  });

  test('cost nothing without orders: an idle day leaves no restatement and no timer', async () => {
    const sample = new SamplePlatform();
    await sample.submit('k1');
    await sample.clock.advance(24 * 60 * MINUTE_MS);
    expect(restatements(sample)).toBe(0);
    expect(sample.timers()).toBe(0);
  });

  test('that are withheld go stale after five minutes', async () => {
    const sample = new SamplePlatform();
    await codeOf(sample, 'k1');
    const { id } = sample.faults.add({
      on: { edge: 'inbox', owner: 'register', command: 'state' },
      refuse: 'OWNER_ABSENT',
    });
    await sample.clock.advance(5 * MINUTE_MS - 1);
    expect(await codeOf(sample, 'k2')).toBeUndefined();
    await sample.clock.advance(2);
    expect(await codeOf(sample, 'k3')).toBe('NO_REFERENCE_PRICE');
    expect(sample.recordOf(await sample.submit('k4')).verdict.refused).toBeUndefined();
    sample.faults.remove(id);
    // The quote that was refused last is still on its way otherwise.
    await sample.clock.advance(0);
    expect(await codeOf(sample, 'k5')).toBeUndefined();
  });

  test('that are absent, or off the price grid, price no order', async () => {
    const sample = new SamplePlatform();
    expect(await codeOf(sample, 'k1', sample.world.fixtures.unpricedInstrument.id)).toBe('NO_REFERENCE_PRICE');
    expect(await codeOf(sample, 'k2', sample.world.fixtures.offGridInstrument.id)).toBe('NO_REFERENCE_PRICE');
  });
});
