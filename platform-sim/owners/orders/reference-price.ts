import { type Decimal, decimal, isMultipleOf } from '../../../gateway/contract/decimal.ts';
import type { InstrumentRow, OrderSide, QuoteRow } from '../../../gateway/facts.ts';

/** Maximum age of a quote that prices an order. */
export const QUOTE_FRESH_NS = 300_000_000_000n;

/** The price of an order without its own: the side of the quote that it would trade at. */
export type Reference =
  | { readonly price: Decimal; readonly lacks?: undefined }
  | { readonly price?: undefined; readonly lacks: string };

/** The price of an order without its own, or why there is none. */
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
