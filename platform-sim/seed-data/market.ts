/** Assets, instruments and the venue's book. Each instrument past the first is there for one special case. */
import type { AssetRow, InstrumentRow, Money } from '../../gateway/facts.ts';
import type { BookRow } from '../venues/book.ts';
import type { NamedInstrument } from './world.ts';

/** `unscoped`: a venue of family B that lets no key read its own scope. */
export const VENUES = { a: 1, b: 2, unscoped: 3, unsupported: 99 } as const;

const asset = (assetId: number, symbol: string, unitScale: number): AssetRow => ({ assetId, symbol, unitScale });

const USD = asset(1, 'USD', 8);
const BTC = asset(2, 'BTC', 8);
const ETH = asset(3, 'ETH', 18);
const XRP = asset(4, 'XRP', 6);
const ADA = asset(5, 'ADA', 6);
const DOT = asset(6, 'DOT', 10);
const SOL = asset(7, 'SOL', 9);
const LTC = asset(8, 'LTC', 8);

/** The assets, by symbol. */
export const ASSETS_BY_SYMBOL = { USD, BTC, ETH, XRP, ADA, DOT, SOL, LTC } as const;

/** Every asset. */
export const ASSETS: readonly AssetRow[] = Object.values(ASSETS_BY_SYMBOL);

/** The asset of the fixtures. */
export const NAMED_ASSET = { id: BTC.assetId, unitScale: BTC.unitScale } as const;

/** A currency without an asset row: a fee in it is null, because the platform cannot state it (EXE-03). */
const VENUE_TOKEN = 'VNT';

const instrument = (instrumentId: number, base: AssetRow, of: Partial<InstrumentRow> = {}): InstrumentRow => ({
  instrumentId,
  symbol: `${base.symbol}-USD`,
  status: 'LIVE',
  exchangeId: VENUES.a,
  baseAssetId: base.assetId,
  quoteAssetId: USD.assetId,
  tick: '0.01',
  step: '0.0001',
  workingScale: 8,
  ...of,
});

const PLAIN = instrument(1, BTC);
const FEELESS = instrument(2, ETH, { exchangeId: VENUES.b, step: '0.001' });
const GRIDLESS = instrument(3, XRP, { tick: null, step: null, workingScale: 6 });
const UNPRICED = instrument(4, ADA, { step: '1', workingScale: 6 });
const OFF_GRID = instrument(5, DOT, { tick: '0.05', step: '0.1' });
const HALTED = instrument(6, SOL, { status: 'HALTED' });
const FINER = instrument(7, LTC, { step: '0.001', workingScale: 6 });
/** LIVE, under a policy that is halted (`policies.ts`). */
const GOVERNED = instrument(8, SOL, { symbol: 'SOL-BTC', quoteAssetId: BTC.assetId, tick: '0.0001' });
/**
 * LIVE, without a policy and without traders: a test's cap affects no other orders. Its grids equal its working scale.
 */
const CAPPED = instrument(9, LTC, {
  symbol: 'LTC-BTC',
  quoteAssetId: BTC.assetId,
  tick: '0.00000001',
  step: '0.00000001',
});

/** Every instrument. */
export const INSTRUMENTS: readonly InstrumentRow[] = [
  PLAIN,
  FEELESS,
  GRIDLESS,
  UNPRICED,
  OFF_GRID,
  HALTED,
  FINER,
  GOVERNED,
  CAPPED,
];

/** UNPRICED has no quote. */
export const BOOK: readonly BookRow[] = [
  quoted(PLAIN, '100.00', '100.02', { feeRate: '0.001' }),
  quoted(FEELESS, '50.00', '50.05', {}),
  quoted(GRIDLESS, '0.5', '0.51', {}),
  quoted(OFF_GRID, '5.012', '5.017', {}),
  quoted(HALTED, '20.00', '20.02', {}),
  quoted(FINER, '80.00', '80.02', { finerPlaces: 6, feeRate: '0.002', feeCurrency: VENUE_TOKEN }),
  quoted(GOVERNED, '0.2000', '0.2002', { feeCurrency: BTC.symbol, feePlaces: BTC.unitScale }),
  quoted(CAPPED, '0.00100000', '0.00100020', { feeCurrency: BTC.symbol, feePlaces: BTC.unitScale }),
];

function quoted(row: InstrumentRow, bid: Money, ask: Money, of: Partial<BookRow>): BookRow {
  return {
    instrumentId: row.instrumentId,
    bid,
    ask,
    step: row.step ?? '1',
    finerPlaces: 0,
    feeRate: '0',
    feeCurrency: USD.symbol,
    feePlaces: USD.unitScale,
    ...of,
  };
}

const named = ({ instrumentId, symbol, tick, step }: InstrumentRow): NamedInstrument => ({
  id: instrumentId,
  symbol,
  ...(tick === null ? {} : { tick }),
  ...(step === null ? {} : { step }),
});

/** The instruments of the fixtures. */
export const NAMED_INSTRUMENTS = {
  plain: { id: PLAIN.instrumentId, symbol: PLAIN.symbol, tick: '0.01', step: '0.0001', price: '100.00' },
  feeless: { ...named(FEELESS), price: '50.00' },
  gridless: named(GRIDLESS),
  unpriced: named(UNPRICED),
  offGrid: named(OFF_GRID),
  halted: named(HALTED),
  finer: { ...named(FINER), price: '80.00' },
  governed: { ...named(GOVERNED), price: '0.2000' },
  capped: {
    id: CAPPED.instrumentId,
    symbol: CAPPED.symbol,
    tick: '0.00000001',
    step: '0.00000001',
    price: '0.00100000',
  },
} as const satisfies Record<string, NamedInstrument>;
