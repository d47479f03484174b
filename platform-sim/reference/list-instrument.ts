import type { AssetRow, Fact, InstrumentRow, InstrumentStatus, Money } from '../../gateway/facts.ts';
import type { BookRow } from '../venues/book.ts';
import type { ReferenceData } from './reference-data.ts';

/** The terms of an instrument that the platform lists; the platform assigns its id. */
export interface InstrumentTerms {
  /** Of two assets, such as `AVAX-USD`; an unknown asset is recorded with it. */
  readonly symbol: string;
  /** null: the platform states no grid. */
  readonly tick: Money | null;
  readonly step: Money | null;
  readonly workingScale: number;
  readonly status: InstrumentStatus;
  /** The venue that trades it. */
  readonly exchangeId: number;
  /** null: no venue quotes it, and it is never filled. */
  readonly quote: Quote | null;
}

export interface Listing {
  readonly instrument: InstrumentRow;
  readonly facts: readonly Fact[];
  /** The row of the venue's book. */
  readonly quoted: BookRow | undefined;
}

/** The working scale of an asset that is recorded with an instrument. */
const UNIT_SCALE = 8;

/** undefined: the symbol is already in use. */
export function listing(data: ReferenceData, terms: InstrumentTerms): Listing | undefined {
  const { symbol, tick, step, workingScale, status, exchangeId, quote } = terms;
  const instruments = data.instruments();
  if (instruments.some((known) => known.symbol === symbol)) return undefined;
  const assets = assetsOf(data, symbol);
  const instrument: InstrumentRow = {
    instrumentId: Math.max(0, ...instruments.map(({ instrumentId }) => instrumentId)) + 1,
    symbol,
    status,
    exchangeId,
    baseAssetId: assets.base.assetId,
    quoteAssetId: assets.quote.assetId,
    tick,
    step,
    workingScale,
  };
  return {
    instrument,
    facts: [
      ...assets.fresh.map((asset) => ({ kind: 'AssetRecorded', asset }) as const),
      { kind: 'InstrumentRecorded', instrument },
    ],
    quoted: quote === null ? undefined : bookRow(instrument, assets.quote, quote),
  };
}

function assetsOf(data: ReferenceData, symbol: string) {
  const fresh: AssetRow[] = [];
  const named = (name: string): AssetRow => {
    const assets = [...data.assets(), ...fresh];
    const known = assets.find((asset) => asset.symbol === name);
    if (known !== undefined) return known;
    const assetId = Math.max(0, ...assets.map((asset) => asset.assetId)) + 1;
    fresh.push({ assetId, symbol: name, unitScale: UNIT_SCALE });
    return fresh.at(-1) as AssetRow;
  };
  const [base = symbol, quote = symbol] = symbol.split('-');
  return { base: named(base), quote: named(quote), fresh };
}

/** A venue's quote. */
export interface Quote {
  readonly bid: Money;
  readonly ask: Money;
}

/** The venue trades it on the platform's grid without fees, in its quote currency. */
export function bookRow(
  { instrumentId, step }: InstrumentRow,
  currency: Pick<AssetRow, 'symbol' | 'unitScale'>,
  quote: Quote,
): BookRow {
  return {
    instrumentId,
    ...quote,
    step: step ?? '1',
    finerPlaces: 0,
    feeRate: '0',
    feeCurrency: currency.symbol,
    feePlaces: currency.unitScale,
  };
}
