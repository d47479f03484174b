/** What there is to trade: the platform's own, of no organisation. */
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
  /** The price grid; null: the platform states none, and a price is refused INVALID_FIELD (ORD-09). */
  readonly tick: Money | null;
  /** The quantity grid; null as for `tick`. */
  readonly step: Money | null;
  /** Fractional digits to which prices and quantities of this instrument are held. */
  readonly workingScale: number;
}

/** The venue's last quote of an instrument: orders without a price of their own are priced from it (ORD-12). */
export interface QuoteRow {
  readonly instrumentId: number;
  readonly bid: Money;
  readonly ask: Money;
  readonly venueTsNs: Ns;
}
