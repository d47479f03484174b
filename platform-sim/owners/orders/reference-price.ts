import { type Decimal, decimal, isMultipleOf } from '../../../gateway/contract/decimal.ts';
import type { InstrumentRow, OrderSide, QuoteRow } from '../../../gateway/facts.ts';

/** A quote that the venue has not restated for this long is no reference any more. */
export const QUOTE_FRESH_NS = 300_000_000_000n;

/** What an order without a price of its own is priced from: the side of the quote that it would trade at. */
export type Reference =
  | { readonly price: Decimal; readonly lacks?: undefined }
  | { readonly price?: undefined; readonly lacks: string };

export function referencePrice(
  quote: QuoteRow | undefined,
  instrument: InstrumentRow,
  side: OrderSide,
  atNs: bigint,
): Reference {
  if (quote === undefined) return { lacks: 'the venue has stated no quote' };
  if (atNs - BigInt(quote.venueTsNs) > QUOTE_FRESH_NS)
    return { lacks: "the venue's last quote is older than five minutes" };
  const price = decimal(side === 'BUY' ? quote.ask : quote.bid);
  if (instrument.tick !== null && !isMultipleOf(price, decimal(instrument.tick))) {
    return { lacks: "the price grid cannot hold the venue's quote exactly" };
  }
  return { price };
}
