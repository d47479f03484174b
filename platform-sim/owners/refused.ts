import {
  type Decimal,
  fitsInt64AtOwnScale,
  formatDecimal,
  MONEY_MAX_FRACTIONAL_DIGITS,
} from '../../gateway/contract/decimal.ts';
import type { OwnerRefusal } from '../../gateway/facts.ts';
import type { Refused } from '../owner.ts';

/** An owner's refusal. The legs are the observed value and the limit, where both have a meaning. */
export function refused(code: string, message: string, observed?: Decimal, limit?: Decimal): Refused {
  const refusal: OwnerRefusal = { code, message, observedValue: stated(observed), limitValue: stated(limit) };
  return { refused: refusal };
}

/**
 * A leg at its own scale; null if it is absent, or if 64 bits and 18 places do not hold it (a notional can exceed
 * both).
 */
function stated(leg: Decimal | undefined): string | null {
  if (leg === undefined || leg.scale > MONEY_MAX_FRACTIONAL_DIGITS || !fitsInt64AtOwnScale(leg)) return null;
  return formatDecimal(leg);
}
