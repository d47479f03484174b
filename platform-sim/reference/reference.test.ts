import { describe, expect, test } from 'vitest';
import type { InstrumentRow, SequencedRecord } from '../../gateway/facts.ts';
import { SamplePlatform } from '../testing/sample-platform.ts';
import type { InstrumentTerms } from './list-instrument.ts';
import type { AlgoVersionTerms } from './reference.ts';
import { statement } from './statement.ts';

const GRID = { tick: '0.01', step: '0.1', workingScale: 8 };
const AVAX: InstrumentTerms = {
  ...GRID,
  symbol: 'AVAX-USD',
  status: 'LIVE',
  exchangeId: 1,
  quote: { bid: '9.99', ask: '10.00' },
};
const MANIFEST = { name: 'sampler', version: '1.0.0', description: '' };
const ALGO: AlgoVersionTerms = {
  pool: 'pool-x',
  algoVersionId: null,
  manifest: MANIFEST,
  documentSchema: { type: 'object' },
};

/** The records that a member receives from now on. */
function received(sample: SamplePlatform, member = 'm1', after = sample.platform.head()) {
  const records: SequencedRecord[] = [];
  const following = sample.platform.port(member).follow(after, (record) => records.push(record));
  const facts = () => records.map(({ verdict }) => verdict.facts ?? []);
  const kinds = () => facts().map((each) => each.map(({ kind }) => kind));
  return { records, stop: following.stop, facts, kinds };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const recorded = (instrument: InstrumentRow) => ({ kind: 'InstrumentRecorded', instrument }) as const;

async function listed(sample: SamplePlatform, terms: Partial<InstrumentTerms> = {}): Promise<InstrumentRow> {
  const row = await sample.platform.reference.listInstrument({ ...AVAX, ...terms });
  if (row === undefined) throw new Error('the symbol is taken');
  return row;
}

describe('an instrument', () => {
  test('is listed under the next id, with the assets that the platform did not hold', async () => {
    const sample = new SamplePlatform();
    const row = await listed(sample);
    const ids = sample.world.statements.flat().flatMap((fact) => ('instrument' in fact ? [fact.instrument] : []));
    expect(row.instrumentId).toBe(Math.max(...ids.map(({ instrumentId }) => instrumentId)) + 1);
    expect(sample.records().at(-1)?.verdict.facts).toEqual([
      { kind: 'AssetRecorded', asset: { assetId: row.baseAssetId, symbol: 'AVAX', unitScale: 8 } },
      { kind: 'InstrumentRecorded', instrument: row },
    ]);
    expect(row.quoteAssetId).toBe(1);
    expect((await listed(sample, { symbol: 'AVAX-BTC' })).baseAssetId).toBe(row.baseAssetId);
  });

  test.each([
    ['trades at once, at its quote', AVAX.quote, null, { status: 'FILLED', avgPx: '10' }],
    ['without a quote is never filled', null, '1000', { status: 'OPEN' }],
  ])('%s', async (_, quote, price, row) => {
    const sample = new SamplePlatform();
    const { instrumentId } = await listed(sample, { quote });
    const { orderId } = sample.orderOf(await sample.submit('k', { instrumentId, price, qty: '2' }));
    await sample.clock.advance(1000);
    expect(sample.orderNow(orderId)).toMatchObject(row);
  });
});

describe('an algo version', () => {
  const load = (sample: SamplePlatform, terms: Partial<AlgoVersionTerms> = {}) =>
    sample.platform.reference.loadAlgoVersion({ ...ALGO, ...terms });

  test('is loaded under the next id of the catalogue, or the stated one', async () => {
    const sample = new SamplePlatform();
    const first = await load(sample);
    expect(first).toMatchObject({ pool: 'pool-x', documentSchema: { type: 'object' } });
    expect(sample.records().at(-1)?.verdict.facts).toEqual([{ kind: 'AlgoVersionRecorded', version: first }]);
    const id = typeof first === 'string' ? 0 : first.algoVersionId;
    expect(await load(sample)).toMatchObject({ algoVersionId: id + 1 });
    expect(await load(sample, { algoVersionId: 900 })).toMatchObject({ algoVersionId: 900 });
    expect(await load(sample, { algoVersionId: 900 })).toBe('pool-x has loaded version 900 already');
  });

  test('defaults to the first of its pool, and to itself in another pool', async () => {
    const sample = new SamplePlatform();
    const unsaid = { manifest: null, documentSchema: null };
    expect(await load(sample, unsaid)).toBe('pool-x has loaded nothing yet: state manifest and documentSchema');
    await load(sample, { algoVersionId: 900 });
    const { documentSchema } = ALGO;
    expect(await load(sample, unsaid)).toMatchObject({ algoVersionId: 901, manifest: MANIFEST, documentSchema });
    const elsewhere = await load(sample, { ...unsaid, pool: 'pool-y', algoVersionId: 900 });
    expect(elsewhere).toMatchObject({ manifest: MANIFEST });
    expect(await load(sample, { pool: 'pool-z', algoVersionId: 900 })).toContain('an id means one version');
  });

  test('with a name that an engine knows takes the documents of that name', async () => {
    const sample = new SamplePlatform();
    await load(sample);
    expect(await load(sample, { documentSchema: { type: 'array' } })).toContain('sampler has its own documents');
    expect(await load(sample, { documentSchema: { type: 'object' } })).toMatchObject({ manifest: ALGO.manifest });
  });
});

describe('a member with late reference data', () => {
  const LATE = { on: { edge: 'apply' }, hold: 'reference' } as const;

  test('has the record at its position without the reference facts, and gets them in a separate record', async () => {
    const sample = new SamplePlatform();
    const [late, other] = [received(sample), received(sample, 'm2')];
    const { id } = sample.faults.add({ on: { edge: 'apply', member: 'm1' }, hold: 'reference' });
    const row = await listed(sample);
    const version = await sample.platform.reference.loadAlgoVersion(ALGO);
    await sample.submit('k', { instrumentId: row.instrumentId, qty: '1' });
    expect(late.kinds()).toEqual([['AssetRecorded'], [], ['OrderUpdated']]);
    expect(other.kinds()).toEqual([['AssetRecorded', 'InstrumentRecorded'], ['AlgoVersionRecorded'], ['OrderUpdated']]);
    expect(late.records.map(({ position }) => position)).toEqual(other.records.map(({ position }) => position));
    expect(sample.faults.get(id)).toMatchObject({ firings: 2, held: 2 });
    expect(sample.faults.release('reference')).toBe(2);
    await settled();
    expect(late.facts().slice(3)).toEqual([[recorded(row)], [{ kind: 'AlgoVersionRecorded', version }]]);
    expect(other.records.slice(3)).toEqual(late.records.slice(3));
  });

  test('is one of several that receive one restatement when the fault is removed, or its delay has passed', async () => {
    const sample = new SamplePlatform();
    const members = ['m1', 'm2', 'm3'].map((member) => received(sample, member));
    const { id } = sample.faults.add(LATE);
    await listed(sample, { symbol: 'ETH-BTC' });
    for (const { kinds } of members) expect(kinds()).toEqual([[]]);
    sample.faults.remove(id);
    await settled();
    for (const { kinds } of members) expect(kinds()).toEqual([[], ['InstrumentRecorded']]);
    sample.faults.add({ on: { edge: 'apply' }, delay: '5s' });
    await listed(sample, { symbol: 'BTC-ETH' });
    await sample.clock.advance(4_999);
    for (const { kinds } of members) expect(kinds()).toHaveLength(3);
    await sample.clock.advance(1);
    for (const { kinds } of members) expect(kinds().slice(2)).toEqual([[], ['InstrumentRecorded']]);
  });

  test('receives the current row, and none that it received in the meantime', async () => {
    const sample = new SamplePlatform();
    const { facts } = received(sample);
    const states = (row: InstrumentRow) => sample.port.submit(statement('test', [recorded(row)]));
    sample.faults.add({ ...LATE, times: 1 });
    const halted: InstrumentRow = { ...(await listed(sample, { symbol: 'ETH-BTC' })), status: 'HALTED' };
    await states(halted);
    sample.faults.release('reference');
    await settled();
    expect(facts()).toEqual([[], [recorded(halted)]]);
    sample.faults.clear();
    sample.faults.add({ on: { edge: 'apply' }, hold: 'first', times: 1 });
    sample.faults.add({ on: { edge: 'apply' }, hold: 'second' });
    await states({ ...halted, status: 'LIVE' });
    await states(halted);
    sample.faults.clear();
    await settled();
    expect(facts().slice(2)).toEqual([[], [], [recorded(halted)]]);
  });

  test('knows no instrument and no version when it begins under such a fault', async () => {
    const sample = new SamplePlatform();
    sample.faults.add(LATE);
    const { records } = received(sample, 'm1', 0);
    const stated = (of: readonly SequencedRecord[]) =>
      of
        .flatMap(({ verdict }) => verdict.facts ?? [])
        .filter(({ kind }) => kind === 'InstrumentRecorded' || kind === 'AlgoVersionRecorded');
    expect([stated(records), records.length]).toEqual([[], sample.genesis]);
    sample.faults.clear();
    await settled();
    expect(stated(records)).toEqual(stated(sample.platform.records().slice(0, sample.genesis)));
  });

  test('that has gone, or whose platform is closed, receives nothing', async () => {
    const sample = new SamplePlatform();
    const { stop } = received(sample);
    sample.faults.add(LATE);
    await listed(sample);
    stop();
    sample.faults.clear();
    await settled();
    expect(sample.records()).toHaveLength(1);

    received(sample);
    sample.faults.add(LATE);
    await listed(sample, { symbol: 'ETH-BTC' });
    sample.faults.clear();
    sample.platform.close();
    await settled();
    expect(sample.records()).toHaveLength(2);
  });
});
