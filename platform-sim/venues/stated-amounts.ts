import {
  compare,
  type Decimal,
  decimalOf,
  divide,
  fitsInt64AtOwnScale,
  formatDecimal,
  MONEY_MAX_FRACTIONAL_DIGITS,
  subtract,
  ZERO,
} from '../../gateway/contract/decimal.ts';
import type { BalanceRow } from '../../gateway/facts.ts';

type Amounts = Pick<BalanceRow, 'total' | 'available' | 'held'>;

const ONE = decimalOf(1n, 0);

/**
 * A balance as a venue states it: exact if 18 places and a 64-bit integer hold it (MON-09), otherwise the nearest that
 * they hold. The parts always add up to the stated total. A venue locks no more than there is.
 *
 * @param wanted what living orders want to lock.
 */
export function statedAmounts(total: Decimal, wanted: Decimal): Amounts {
  const there = compare(total, ZERO) > 0 ? total : ZERO;
  const held = compare(wanted, there) > 0 ? there : wanted;
  for (let places = Math.min(Math.max(total.scale, held.scale), MONEY_MAX_FRACTIONAL_DIGITS); ; places -= 1) {
    const whole = nearest(total, places);
    const locked = nearest(held, places);
    const free = subtract(whole, locked);
    if (places === 0 || [whole, locked, free].every(fitsInt64AtOwnScale))
      return { total: formatDecimal(whole), available: formatDecimal(free), held: formatDecimal(locked) };
  }
}

function nearest(value: Decimal, places: number): Decimal {
  return value.scale <= places ? value : divide(value, ONE, places);
}
