/**
 * Exact decimals: an integer coefficient and a scale. Only `divide` rounds; its docstring says how.
 *
 * Every value has its minimal scale ('1.50', '01.5' and '1.5' are one value), so two equal decimals have equal members.
 * The grammar and its bounds are the Money table of the interface (MON-01 to MON-09).
 */

export interface Decimal {
  readonly coefficient: bigint;
  /** Fractional digits of `coefficient`; minimal, never negative. */
  readonly scale: number;
}

/** The published pattern of money (MON-01): digits with an optional sign and fraction, no exponent. */
export const MONEY_PATTERN = /^-?[0-9]+(\.[0-9]+)?$/;
/** Maximum number of characters, counted over the text as sent. */
export const MONEY_MAX_LENGTH = 64;
/** Maximum number of fractional digits, counted over the text as sent, trailing zeros included (decision A69). */
export const MONEY_MAX_FRACTIONAL_DIGITS = 18;

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);
const POWERS_OF_TEN: readonly bigint[] = Array.from({ length: 65 }, (_, exponent) => 10n ** BigInt(exponent));

/** The decimal 0. */
export const ZERO: Decimal = { coefficient: 0n, scale: 0 };

/** The value of `text`; undefined outside the published grammar. `fitsInt64AtOwnScale` checks the 64-bit bound. */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > MONEY_MAX_LENGTH) return undefined;
  const known = PARSED.get(text);
  if (known !== undefined) return known;
  const value = parsed(text);
  if (value === undefined) return undefined;
  if (PARSED.size >= MOST_PARSED) PARSED.clear();
  PARSED.set(text, value);
  return value;
}

/** Values by their text: an order's price and quantity, a grid and a cap are each read several times for every order. */
const PARSED: Map<string, Decimal> = new Map();
const MOST_PARSED = 1_000;

function parsed(text: string): Decimal | undefined {
  if (!MONEY_PATTERN.test(text)) return undefined;
  const point = text.indexOf('.');
  if (point < 0) return { coefficient: BigInt(text), scale: 0 };
  if (text.length - point - 1 > MONEY_MAX_FRACTIONAL_DIGITS) return undefined;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end -= 1;
  const scale = end - point - 1;
  return { coefficient: BigInt(text.slice(0, point) + text.slice(point + 1, end)), scale };
}

/**
 * The value of a text that is known to be valid, such as a constant or a row's member. Throws RangeError if it is not.
 */
export function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === undefined) throw new RangeError(`not a decimal of the money grammar: ${JSON.stringify(text)}`);
  return value;
}

/** The decimal `coefficient / 10^scale`, reduced to its minimal scale. `scale` is 0 to 64. */
export function decimalOf(coefficient: bigint, scale: number): Decimal {
  let rest = coefficient;
  let places = scale;
  while (places > 0 && rest % 10n === 0n) {
    rest /= 10n;
    places -= 1;
  }
  return { coefficient: rest, scale: places };
}

/**
 * The published spelling at the value's own scale, padded with zeros up to `places`; never an exponent, never '-0'.
 */
export function formatDecimal(value: Decimal, places = 0): string {
  const scale = Math.max(value.scale, places);
  const digits = scaled(value.coefficient < 0n ? -value.coefficient : value.coefficient, value.scale, scale).toString();
  const sign = value.coefficient < 0n ? '-' : '';
  if (scale === 0) return sign + digits;
  const padded = digits.padStart(scale + 1, '0');
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

/** The order of two decimals by value: negative, zero or positive as in a sort. */
export function compare(left: Decimal, right: Decimal): -1 | 0 | 1 {
  const scale = Math.max(left.scale, right.scale);
  const a = scaled(left.coefficient, left.scale, scale);
  const b = scaled(right.coefficient, right.scale, scale);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The exact sum. */
export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return decimalOf(scaled(left.coefficient, left.scale, scale) + scaled(right.coefficient, right.scale, scale), scale);
}

/** The exact difference `left - right`. */
export function subtract(left: Decimal, right: Decimal): Decimal {
  return add(left, { coefficient: -right.coefficient, scale: right.scale });
}

/** The exact product. */
export function multiply(left: Decimal, right: Decimal): Decimal {
  return decimalOf(left.coefficient * right.coefficient, left.scale + right.scale);
}

/**
 * `dividend / divisor` at up to `places` (0 to 18) fractional digits: exact where they suffice, otherwise rounded to
 * the nearest, ties to even. Throws RangeError on a zero divisor.
 */
export function divide(dividend: Decimal, divisor: Decimal, places: number): Decimal {
  const numerator = dividend.coefficient * power(divisor.scale + places);
  const denominator = divisor.coefficient * power(dividend.scale);
  if (denominator === 0n) throw new RangeError('division by zero');
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  let quotient = n / d;
  const twice = (n % d) * 2n;
  if (twice > d || (twice === d && quotient % 2n === 1n)) quotient += 1n;
  return decimalOf(negative ? -quotient : quotient, places);
}

/** Whether the value is 0. */
export function isZero(value: Decimal): boolean {
  return value.coefficient === 0n;
}

/** Whether the value is below 0. */
export function isNegative(value: Decimal): boolean {
  return value.coefficient < 0n;
}

/** Whether `value` is a multiple of `grid`. Throws RangeError on a zero grid. */
export function isMultipleOf(value: Decimal, grid: Decimal): boolean {
  if (grid.coefficient === 0n) throw new RangeError('a grid of zero holds nothing');
  const scale = Math.max(value.scale, grid.scale);
  return scaled(value.coefficient, value.scale, scale) % scaled(grid.coefficient, grid.scale, scale) === 0n;
}

/** Whether the coefficient at the value's own scale is a signed 64-bit integer (MON-09). */
export function fitsInt64AtOwnScale(value: Decimal): boolean {
  return value.coefficient >= INT64_MIN && value.coefficient <= INT64_MAX;
}

/**
 * Whether the value, scaled to `scale` fractional digits, is a signed 64-bit integer; false where the value has more
 * digits.
 */
export function fitsInt64At(value: Decimal, scale: number): boolean {
  if (value.scale > scale) return false;
  const coefficient = scaled(value.coefficient, value.scale, scale);
  return coefficient >= INT64_MIN && coefficient <= INT64_MAX;
}

function scaled(coefficient: bigint, from: number, to: number): bigint {
  return from === to ? coefficient : coefficient * power(to - from);
}

function power(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent);
}
