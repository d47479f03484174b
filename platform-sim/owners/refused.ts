import {
  type Decimal,
  fitsInt64AtOwnScale,
  formatDecimal,
  MONEY_MAX_FRACTIONAL_DIGITS,
} from '../../gateway/contract/decimal.ts';
import type { OwnerRefusal } from '../../gateway/facts.ts';
import type { Refused } from '../owner.ts';

/** An owner's refusal. The legs are what was observed and the limit it was held to, where the two have a meaning. */
export function refused(code: string, message: string, observed?: Decimal, limit?: Decimal): Refused {
  const refusal: OwnerRefusal = { code, message, observedValue: stated(observed), limitValue: stated(limit) };
  return { refused: refusal };
}

/** A leg at its own scale; null where it is none, or where no 64-bit integer and 18 places hold it (a notional's can pass both). */
function stated(leg: Decimal | undefined): string | null {
  if (leg === undefined || leg.scale > MONEY_MAX_FRACTIONAL_DIGITS || !fitsInt64AtOwnScale(leg)) return null;
  return formatDecimal(leg);
}
