import { describe, expect, test } from 'vitest';
import type { Fact, UserRow } from '../../gateway/facts.ts';
import { ALGO_VERSIONS } from '../seed-data/algo-catalogue.ts';
import { userIdOf } from '../seed-data/organisations.ts';
import { RESTS, SampleEngine } from '../testing/sample-engine.ts';
import { registered } from '../testing/sample-owner.ts';

describe('a verdict', () => {
  test('follows a document at once without a fault', async () => {
    const engine = new SampleEngine();
    const id = await engine.create(RESTS);
    const [created, judged] = engine.sample.records();
    expect([created?.command.body.kind, judged?.command.body.kind]).toEqual(['create-instance', 'engine-verdict']);
    expect(engine.document(id, 1)).toMatchObject({ outcome: 'APPLIED', outcomeAtNs: judged?.atNs, detail: null });
    expect(engine.instance(id)).toMatchObject({
      status: 'STOPPED',
      appliedConfigSeq: 1,
      lastUpdatedByUserId: null,
      lastCause: 'ENGINE_APPLIED',
    });
  });

  test.each<[string, object, string]>([
    ['an invalid choice', { side: 'HOLD' }, 'side must be one of BUY, SELL'],
    ['money off its pattern', { qty: 'half' }, 'qty must match pattern'],
    ['a count below its least', { orders: 0 }, 'orders must be >= 1'],
    ['a time above its most', { everyMs: 3_600_001 }, 'everyMs must be <= 3600000'],
    [
      'a member that is missing',
      { qty: undefined },
      'must have properties instrument, side, qty when property account',
    ],
    ['an additional member', { more: 1 }, 'the document must not have "more"'],
  ])('refuses %s, with the reason', async (_, defect, detail) => {
    const engine = new SampleEngine();
    const id = await engine.create({ ...RESTS, orders: 3, everyMs: 10, ...defect });
    expect(engine.document(id, 1)?.outcome).toBe('REFUSED');
    expect(engine.document(id, 1)?.detail).toContain(detail);
    expect(engine.instance(id)).toMatchObject({ appliedConfigSeq: null, lastCause: 'ENGINE_REFUSED' });
  });

  test.each([
    ['the engine', { on: { edge: 'engine', key: 'ask-1' } }],
    ['the owner', { on: { owner: 'algos', command: 'engine-verdict' } }],
    ['the inbox', { on: { edge: 'inbox', owner: 'algos', command: 'engine-verdict' } }],
  ] as const)('is held at %s until it is released', async (_, rule) => {
    const engine = new SampleEngine();
    engine.sample.faults.add({ ...rule, hold: 'verdict' });
    const id = await engine.create(RESTS);
    expect(engine.document(id, 1)?.outcome).toBe('STAGED');
    expect(engine.sample.recordOf(await engine.propose(id, RESTS)).verdict.refused?.code).toBe('CONFIG_PENDING');
    engine.sample.faults.release('verdict');
    await engine.sample.clock.advance(0);
    expect(engine.document(id, 1)?.outcome).toBe('APPLIED');
  });

  test.each([
    ['is delayed exactly', { on: { edge: 'engine' }, delay: '2s' }, 2000],
    [
      'that no inbox accepts is submitted again',
      { on: { edge: 'inbox', command: 'engine-verdict' }, refuse: 'INBOX_FULL', times: 2 },
      150,
    ],
  ] as const)('%s', async (_, rule, afterMs) => {
    const engine = new SampleEngine();
    engine.sample.faults.add(rule);
    const id = await engine.create(RESTS);
    await engine.sample.clock.advance(afterMs - 1);
    expect(engine.document(id, 1)?.outcome).toBe('STAGED');
    await engine.sample.clock.advance(1);
    expect(engine.document(id, 1)?.outcome).toBe('APPLIED');
  });
});

describe('a started instance', () => {
  test('with a document without orders runs, and places none', async () => {
    const engine = new SampleEngine();
    const id = await engine.started({});
    await engine.sample.clock.advance(60_000);
    expect(engine.instance(id)).toMatchObject({ status: 'STARTED', appliedConfigSeq: 1 });
    expect(engine.orders(id)).toEqual([]);
  });

  test('places an order at once and the others on time', async () => {
    const engine = new SampleEngine();
    const id = await engine.started({ ...RESTS, orders: 3, everyMs: 250 });
    expect(engine.orders(id)).toMatchObject([
      { algoInstanceId: id, userId: 0, clientOrderId: `algo-${id}-1`, status: 'OPEN', price: '50', qty: '0.01' },
    ]);
    await engine.sample.clock.advance(60_000);
    expect(engine.placedAtMs(id)).toEqual([0, 250, 500]);
    expect(engine.keys(id)).toEqual([1, 2, 3]);
    expect(engine.sample.timers()).toBe(0);
  });

  test('trades by the defaults that its schema states', async () => {
    const schema = ALGO_VERSIONS[0]?.documentSchema as unknown as { properties: Record<string, { default?: number }> };
    const { orders, everyMs } = schema.properties;
    const engine = new SampleEngine();
    const [once, twice] = [await engine.started(RESTS), await engine.started({ ...RESTS, orders: 2 })];
    await engine.sample.clock.advance(60_000);
    expect(engine.orders(once)).toHaveLength(orders?.default ?? 0);
    expect(engine.placedAtMs(twice)).toEqual([0, everyMs?.default]);
  });

  test('with a basket places every leg each time', async () => {
    const engine = new SampleEngine();
    const legs = [RESTS, { ...RESTS, instrument: 2, price: '20.00', qty: '1' }];
    const id = await engine.started({ legs, schedule: { orders: 2, everyMs: 100 } }, 4);
    await engine.sample.clock.advance(1000);
    const once = [
      { instrumentId: 1, price: '50' },
      { instrumentId: 2, price: '20' },
    ];
    expect(engine.orders(id)).toMatchObject([...once, ...once]);
  });

  test('without a price trades at the quote, and is filled', async () => {
    const engine = new SampleEngine();
    const id = await engine.started({ ...RESTS, price: undefined });
    await engine.sample.clock.advance(1000);
    const [order] = engine.orders(id);
    expect(engine.sample.orderNow(order?.orderId ?? '')).toMatchObject({ status: 'FILLED', algoInstanceId: id });
  });

  test.each<[string, (engine: SampleEngine, id: number) => Promise<unknown>]>([
    ['stopped', (engine, id) => engine.move('stop', id)],
    ['deleted', (engine, id) => engine.move('delete', id)],
    ['halted', (engine) => engine.ask({ kind: 'halt-instances', remark: null })],
  ])('that is %s places no further order', async (_, end) => {
    const engine = new SampleEngine();
    const id = await engine.started({ ...RESTS, orders: 9, everyMs: 100 });
    await engine.sample.clock.advance(250);
    await end(engine, id);
    await engine.sample.clock.advance(60_000);
    expect(engine.placedAtMs(id)).toEqual([0, 100, 200]);
    expect(engine.sample.timers()).toBe(0);
  });

  test('that is restarted begins again, under keys that continue; one that is started twice places nothing twice', async () => {
    const engine = new SampleEngine();
    const id = await engine.started({ ...RESTS, orders: 2, everyMs: 100 });
    // A second start changes nothing, also once all orders are placed.
    await engine.move('start', id);
    await engine.move('stop', id);
    await engine.sample.clock.advance(1000);
    await engine.move('start', id);
    await engine.sample.clock.advance(1000);
    await engine.move('start', id);
    expect(engine.placedAtMs(id)).toEqual([0, 1000, 1100]);
    expect(engine.keys(id)).toEqual([1, 2, 3]);
  });

  test('runs the next document as soon as it is applied, and the old one while it waits or is refused', async () => {
    const engine = new SampleEngine();
    const id = await engine.started({ ...RESTS, orders: 9, everyMs: 100 });
    await engine.propose(id, { ...RESTS, side: 'HOLD' });
    await engine.sample.clock.advance(150);
    await engine.propose(id, { ...RESTS, qty: '7', orders: 2, everyMs: 10 });
    await engine.sample.clock.advance(1000);
    expect(engine.orders(id).map(({ qty }) => qty)).toEqual(['0.01', '0.01', '7', '7']);
    expect(engine.placedAtMs(id)).toEqual([0, 100, 150, 160]);
  });

  test('uses the next key if a person used its own', async () => {
    const engine = new SampleEngine();
    const id = await engine.create({ ...RESTS, orders: 2, everyMs: 100 });
    await engine.sample.submit(`algo-${id}-1`);
    await engine.move('start', id);
    await engine.sample.clock.advance(1000);
    expect(engine.keys(id)).toEqual([2, 3]);
  });

  test('submits an order again that no inbox accepted, and not once it is stopped', async () => {
    const engine = new SampleEngine();
    const full = { on: { edge: 'inbox', owner: 'orders', command: 'submit' }, refuse: 'INBOX_FULL' } as const;
    engine.sample.faults.add({ ...full, times: 2 });
    const id = await engine.started(RESTS);
    await engine.sample.clock.advance(1000);
    expect(engine.placedAtMs(id)).toEqual([150]);
    const stopped = await engine.create(RESTS);
    engine.sample.faults.add(full);
    await engine.move('start', stopped);
    await engine.move('stop', stopped);
    await engine.sample.clock.advance(600_000);
    expect(engine.orders(stopped)).toEqual([]);
    expect(engine.sample.timers()).toBe(0);
  });
});

describe('a version that was loaded later', () => {
  const loaded = (name: string, documentSchema: Readonly<Record<string, unknown>>): Fact => ({
    kind: 'AlgoVersionRecorded',
    version: {
      algoVersionId: 9,
      pool: 'pool-a',
      manifest: { name, version: '1.0.0', description: '' },
      documentSchema,
    },
  });

  test('of an algo without code in the engine runs, and places nothing', async () => {
    const engine = new SampleEngine();
    await engine.state([loaded('of-its-own', { type: 'object' })]);
    const id = await engine.started({ whatever: true }, 9);
    await engine.sample.clock.advance(60_000);
    expect(engine.instance(id)?.status).toBe('STARTED');
    expect(engine.orders(id)).toEqual([]);
  });

  test('with an invalid schema has its documents refused, with the reason', async () => {
    const engine = new SampleEngine();
    await engine.state([loaded('quoter', { type: 'no such type' })]);
    const id = await engine.create(RESTS, 9);
    expect(engine.document(id, 1)?.detail).toContain('the schema of the version cannot be read');
  });
});

describe('the engine gives an instance up', () => {
  test('whose order is refused permanently', async () => {
    const engine = new SampleEngine();
    const { haltedInstrument } = engine.sample.world.fixtures;
    const id = await engine.started({ ...RESTS, instrument: haltedInstrument.id, orders: 5 });
    expect(engine.instance(id)).toMatchObject({
      status: 'STOPPED',
      lastCause: 'ENGINE_STOPPED',
      lastUpdatedByUserId: null,
      remark: `its order algo-${id}-1 was refused INSTRUMENT_NOT_LIVE`,
    });
    expect(engine.sample.timers()).toBe(0);
  });

  test('but not for a temporary refusal', async () => {
    const engine = new SampleEngine();
    const on = { owner: 'orders', command: 'submit' } as const;
    engine.sample.faults.add({ on, refuse: 'RATE_CEILING', times: 2 });
    const id = await engine.started({ ...RESTS, orders: 3, everyMs: 100 });
    await engine.sample.clock.advance(1000);
    expect(engine.instance(id)?.status).toBe('STARTED');
    expect(engine.placedAtMs(id)).toEqual([200]);
  });
});

describe("the platform's own rule", () => {
  const starter = (of: Partial<UserRow>): Fact =>
    registered('users', { userId: userIdOf('algoManager') ?? 0, capabilities: ['algos:manage'], ...of });

  test.each([
    ['an organisation is suspended', registered('orgs', { status: 'SUSPENDED' })],
    ['an organisation is retired', registered('orgs', { status: 'RETIRED' })],
    ['a starter is disabled', starter({ status: 'DISABLED' })],
    ["a starter's algos:manage is cleared", starter({ capabilities: ['orders:trade'] })],
  ])('stops running instances where %s', async (_, fact) => {
    const engine = new SampleEngine();
    const { algoInstance, foreignAlgoInstance } = engine.sample.world.fixtures;
    const id = await engine.started({ ...RESTS, orders: 9, everyMs: 100 });
    const stopped = await engine.create(RESTS);
    await engine.state([fact]);
    for (const started of [id, algoInstance.id]) {
      expect(engine.instance(started)).toMatchObject({
        status: 'STOPPED',
        lastCause: 'PLATFORM_STOPPED',
        lastUpdatedByUserId: null,
      });
    }
    expect(engine.instance(stopped)?.lastCause).toBe('ENGINE_APPLIED');
    expect(engine.instance(foreignAlgoInstance.id)?.status).toBe('STARTED');
    await engine.sample.clock.advance(1000);
    expect(engine.orders(id)).toHaveLength(1);
  });

  test('does not affect instances that another user started, or a change that does not concern them', async () => {
    const engine = new SampleEngine();
    const id = await engine.started(RESTS, 1, 'admin');
    await engine.state([starter({ displayName: 'renamed' })]);
    expect(engine.instance(engine.sample.world.fixtures.algoInstance.id)?.status).toBe('STARTED');
    await engine.state([starter({ capabilities: [] })]);
    expect(engine.instance(id)?.status).toBe('STARTED');
  });
});

describe('at a beginning the engine', () => {
  test('has nothing to do: started instances have placed their orders', async () => {
    const engine = new SampleEngine();
    await engine.sample.clock.advance(600_000);
    expect(engine.sample.records().filter(({ command }) => command.owner === 'algos')).toEqual([]);
    expect(engine.orders(engine.sample.world.fixtures.algoInstance.id)).toEqual([]);
  });

  test('treats a started instance like any: it is stopped and started, under keys that continue', async () => {
    const engine = new SampleEngine();
    const { id } = engine.sample.world.fixtures.algoInstance;
    await engine.move('start', id);
    expect(engine.orders(id)).toEqual([]);
    await engine.move('stop', id);
    await engine.move('start', id);
    expect(engine.keys(id)).toEqual([4]);
  });
});

test('a closed engine releases everything', async () => {
  const engine = new SampleEngine();
  engine.sample.faults.add({ on: { edge: 'engine', key: 'ask-3' }, hold: 'verdict' });
  await engine.started({ ...RESTS, orders: 9, everyMs: 100 });
  const held = await engine.create(RESTS);
  engine.sample.platform.close();
  engine.sample.faults.clear();
  const head = engine.sample.platform.head();
  await engine.sample.clock.advance(60_000);
  expect(engine.sample.platform.head()).toBe(head);
  expect(engine.document(held, 1)?.outcome).toBe('STAGED');
});
