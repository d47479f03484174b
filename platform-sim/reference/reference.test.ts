import { describe, expect, test } from 'vitest';
import type { Fact, InstrumentRow, SequencedRecord } from '../../gateway/facts.ts';
import { SamplePlatform } from '../testing/sample-platform.ts';
import type { InstrumentTerms } from './list-instrument.ts';
import type { AlgoVersionTerms } from './load-algo-version.ts';
import { statement } from './statement.ts';

const AVAX: InstrumentTerms = {
  symbol: 'AVAX-USD',
  tick: '0.01',
  step: '0.1',
  workingScale: 8,
  status: 'LIVE',
  exchangeId: 1,
  quote: { bid: '9.99', ask: '10.00' },
};
const ALGO: AlgoVersionTerms = {
  pool: 'pool-x',
  algoVersionId: null,
  manifest: { name: 'sampler', version: '1.0.0', description: '' },
  documentSchema: { type: 'object' },
};

/** The records that a member receives from now on. */
function told(sample: SamplePlatform, member = 'm1', after = sample.platform.head()) {
  const records: SequencedRecord[] = [];
  const following = sample.platform.port(member).follow(after, (record) => records.push(record));
  return { records, stop: following.stop, kinds: () => records.map(({ verdict }) => kindsOf(verdict.facts)) };
}

const kindsOf = (facts: readonly Fact[] | undefined) => (facts ?? []).map(({ kind }) => kind);
const settled = () => new Promise((resolve) => setImmediate(resolve));

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

  test('with a used symbol is refused', async () => {
    const sample = new SamplePlatform();
    expect(await sample.platform.reference.listInstrument({ ...AVAX, symbol: 'BTC-USD' })).toBeUndefined();
    expect(sample.records()).toEqual([]);
  });

  test('trades at once: an order is priced from its quote, and filled', async () => {
    const sample = new SamplePlatform();
    const { instrumentId } = await listed(sample);
    const submission = await sample.submit('k', { instrumentId, price: null, qty: '2' });
    await sample.clock.advance(1000);
    const { orderId } = sample.orderOf(submission);
    expect(sample.orderNow(orderId)).toMatchObject({ status: 'FILLED', avgPx: '10' });
  });

  test('without a quote is never filled', async () => {
    const sample = new SamplePlatform();
    const { instrumentId } = await listed(sample, { quote: null });
    const { orderId } = sample.orderOf(await sample.submit('k', { instrumentId, price: '1000', qty: '1' }));
    await sample.clock.advance(1000);
    expect(sample.orderNow(orderId)?.status).toBe('OPEN');
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
    const { manifest, documentSchema } = ALGO;
    expect(await load(sample, unsaid)).toMatchObject({ algoVersionId: 901, manifest, documentSchema });
    expect(await load(sample, { ...unsaid, pool: 'pool-y', algoVersionId: 900 })).toMatchObject({ manifest });
    expect(await load(sample, { pool: 'pool-z', algoVersionId: 900 })).toContain('an id means one version');
  });

  test('with a name that an engine knows takes the documents of that name', async () => {
    const sample = new SamplePlatform();
    await load(sample);
    expect(await load(sample, { documentSchema: { type: 'array' } })).toContain('sampler has documents of its own');
    expect(await load(sample, { documentSchema: { type: 'object' } })).toMatchObject({ manifest: ALGO.manifest });
  });
});

describe('a member with late reference data', () => {
  test('has the record at its position without the reference facts, and gets them in a separate record', async () => {
    const sample = new SamplePlatform();
    const { records, kinds } = told(sample);
    const other = told(sample, 'm2');
    const { id } = sample.faults.add({ on: { edge: 'apply', member: 'm1' }, hold: 'reference' });
    const row = await listed(sample);
    const version = await sample.platform.reference.loadAlgoVersion(ALGO);
    await sample.submit('k', { instrumentId: row.instrumentId, qty: '1' });
    expect(kinds()).toEqual([['AssetRecorded'], [], ['OrderUpdated']]);
    expect(other.kinds()).toEqual([['AssetRecorded', 'InstrumentRecorded'], ['AlgoVersionRecorded'], ['OrderUpdated']]);
    expect(records.map(({ position }) => position)).toEqual(other.records.map(({ position }) => position));
    expect(sample.faults.get(id)).toMatchObject({ firings: 2, held: 2 });

    expect(sample.faults.release('reference')).toBe(2);
    await settled();
    expect(records.slice(3).map(({ verdict }) => verdict.facts)).toEqual([
      [{ kind: 'InstrumentRecorded', instrument: row }],
      [{ kind: 'AlgoVersionRecorded', version }],
    ]);
    expect(other.records.slice(3)).toEqual(records.slice(3));
  });

  test('receives it when the fault is removed, or its delay has passed', async () => {
    const sample = new SamplePlatform();
    const { kinds } = told(sample);
    const { id } = sample.faults.add({ on: { edge: 'apply' }, hold: 'reference' });
    await listed(sample, { symbol: 'ETH-BTC' });
    sample.faults.remove(id);
    await settled();
    expect(kinds()).toEqual([[], ['InstrumentRecorded']]);

    sample.faults.add({ on: { edge: 'apply' }, delay: '5s' });
    await listed(sample, { symbol: 'BTC-ETH' });
    await sample.clock.advance(4_999);
    expect(kinds()).toHaveLength(3);
    await sample.clock.advance(1);
    expect(kinds().slice(2)).toEqual([[], ['InstrumentRecorded']]);
  });

  test('is one of several, and one restatement is enough for all', async () => {
    const sample = new SamplePlatform();
    const members = [told(sample, 'm1'), told(sample, 'm2'), told(sample, 'm3')];
    sample.faults.add({ on: { edge: 'apply' }, hold: 'reference' });
    await listed(sample, { symbol: 'ETH-BTC' });
    expect(members.map(({ kinds }) => kinds())).toEqual([[[]], [[]], [[]]]);
    sample.faults.release('reference');
    await settled();
    for (const { kinds } of members) expect(kinds()).toEqual([[], ['InstrumentRecorded']]);
  });

  test('receives the current row, and none that it received in the meantime', async () => {
    const sample = new SamplePlatform();
    const { records } = told(sample);
    sample.faults.add({ on: { edge: 'apply' }, hold: 'reference', times: 1 });
    const instrument: InstrumentRow = { ...(await listed(sample, { symbol: 'ETH-BTC' })), status: 'HALTED' };
    const halted = statement('test', [{ kind: 'InstrumentRecorded', instrument }]);
    await sample.port.submit(halted);
    sample.faults.release('reference');
    await settled();
    expect(records.map(({ verdict }) => verdict.facts)).toEqual([[], [{ kind: 'InstrumentRecorded', instrument }]]);

    sample.faults.clear();
    sample.faults.add({ on: { edge: 'apply' }, hold: 'first', times: 1 });
    sample.faults.add({ on: { edge: 'apply' }, hold: 'second' });
    const live: InstrumentRow = { ...instrument, status: 'LIVE' };
    await sample.port.submit(statement('test', [{ kind: 'InstrumentRecorded', instrument: live }]));
    await sample.port.submit(halted);
    sample.faults.clear();
    await settled();
    expect(records.slice(2).map(({ verdict }) => verdict.facts)).toEqual([
      [],
      [],
      [{ kind: 'InstrumentRecorded', instrument }],
    ]);
  });

  test('knows no instrument and no version when it begins under such a fault', async () => {
    const sample = new SamplePlatform();
    sample.faults.add({ on: { edge: 'apply' }, hold: 'reference' });
    const { kinds, records } = told(sample, 'm1', 0);
    const late = ['InstrumentRecorded', 'AlgoVersionRecorded'];
    expect(
      kinds()
        .flat()
        .filter((kind) => late.includes(kind)),
    ).toEqual([]);
    expect(records).toHaveLength(sample.genesis);
    sample.faults.clear();
    await settled();
    const stated = (of: readonly SequencedRecord[]) =>
      of.flatMap(({ verdict }) => verdict.facts ?? []).filter(({ kind }) => late.includes(kind));
    expect(stated(records)).toEqual(stated(sample.platform.records().slice(0, sample.genesis)));
  });

  test('that has gone, or whose platform is closed, receives nothing', async () => {
    const sample = new SamplePlatform();
    const { stop } = told(sample);
    sample.faults.add({ on: { edge: 'apply' }, hold: 'reference' });
    await listed(sample);
    stop();
    sample.faults.clear();
    await settled();
    expect(sample.records()).toHaveLength(1);

    told(sample);
    sample.faults.add({ on: { edge: 'apply' }, hold: 'reference' });
    await listed(sample, { symbol: 'ETH-BTC' });
    sample.faults.clear();
    sample.platform.close();
    await settled();
    expect(sample.records()).toHaveLength(2);
  });
});
