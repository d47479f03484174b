/** Markets: the platform's own rows, of no organisation. */
import type { Money, Ns } from './scalars.ts';

export interface AssetRow {
  readonly assetId: number;
  readonly symbol: string;
  /** Fractional digits of the asset's working scale. */
  readonly unitScale: number;
}

export type InstrumentStatus = 'LIVE' | 'HALTED';

export interface InstrumentRow {
  readonly instrumentId: number;
  readonly symbol: string;
  readonly status: InstrumentStatus;
  readonly exchangeId: number;
  readonly baseAssetId: number;
  readonly quoteAssetId: number;
  /** The price grid; null if the platform states none: a price is then refused INVALID_FIELD (ORD-09). */
  readonly tick: Money | null;
  /** The quantity grid; null as for `tick`. */
  readonly step: Money | null;
  /** Fractional digits of prices and quantities of this instrument. */
  readonly workingScale: number;
}

/** The venue's last quote of an instrument. It prices orders without a price (ORD-12). */
export interface QuoteRow {
  readonly instrumentId: number;
  readonly bid: Money;
  readonly ask: Money;
  readonly venueTsNs: Ns;
}
