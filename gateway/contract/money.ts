import {
  decimal,
  fitsInt64AtOwnScale,
  formatDecimal,
  MONEY_MAX_FRACTIONAL_DIGITS,
  MONEY_MAX_LENGTH,
  MONEY_PATTERN,
  parseDecimal,
} from './decimal.ts';

export interface MoneyFault {
  readonly message: string;
  readonly params: { readonly money: 'too fine' | 'too long' };
}

/** The fault of a text that has the published pattern and length; undefined if it has none. */
export function moneyFault(text: string): MoneyFault | undefined {
  if (text.length > MONEY_MAX_LENGTH || !MONEY_PATTERN.test(text)) return undefined;
  const value = parseDecimal(text);
  if (value === undefined) {
    return { message: `has more than ${MONEY_MAX_FRACTIONAL_DIGITS} fractional digits`, params: { money: 'too fine' } };
  }
  if (fitsInt64AtOwnScale(value)) return undefined;
  return { message: 'does not fit a 64-bit integer at its own scale', params: { money: 'too long' } };
}

/** A money input as the platform stores it: null where it is unset ('0', '-0', '0.00', null or absent: MON-14). */
export function moneyOrUnset(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const value = decimal(text);
  return value.coefficient === 0n ? null : formatDecimal(value);
}
