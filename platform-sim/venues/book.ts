import type { Money } from '../../gateway/facts.ts';

/**
 * The fake venue's view of one instrument. Its quote stands still until the control plane moves it, and an order is
 * compared with it once, when the venue gets it: a resting order stays resting.
 */
export interface BookRow {
  readonly instrumentId: number;
  readonly bid: Money;
  readonly ask: Money;
  /** Quantities are split into slices on this grid. */
  readonly step: Money;
  /** The number of places by which the venue trades finer than the platform's grids; 0: on them. */
  readonly finerPlaces: number;
  /** As a fraction of the traded amount, for every trade; '0': the venue states that it charges nothing. */
  readonly feeRate: Money;
  /** The venue's name of it; the platform need not hold it. */
  readonly feeCurrency: string;
  readonly feePlaces: number;
}

/** By instrumentId; an instrument that is not in it is never quoted and never filled. */
export type Book = ReadonlyMap<number, BookRow>;
