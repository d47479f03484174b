import type { Money } from '../../gateway/facts.ts';

/**
 * What a fake venue knows of one instrument. Its quote stands still until the control plane moves it, and an order is
 * held against it once, when the venue gets it: one that rests goes on resting.
 */
export interface BookRow {
  readonly instrumentId: number;
  readonly bid: Money;
  readonly ask: Money;
  /** Quantities are cut into slices on this grid. */
  readonly step: Money;
  /** So much finer than the platform's grids the venue trades, in places; 0: on them. */
  readonly finerPlaces: number;
  /** Of the traded amount, for every trade; '0': the venue charges nothing, and says so. */
  readonly feeRate: Money;
  /** As the venue names it; the platform need not hold it. */
  readonly feeCurrency: string;
  readonly feePlaces: number;
}

/** By instrumentId; an instrument that is not in it is never quoted and never filled. */
export type Book = ReadonlyMap<number, BookRow>;
