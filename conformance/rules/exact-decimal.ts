/** Exact arithmetic on decimal strings as members serve them, for judges that add amounts of money. */

export interface ExactDecimal {
  readonly units: bigint;
  /** The value is `units` divided by ten to the power of `places`. */
  readonly places: number;
}

const GRAMMAR = /^-?[0-9]+(?:\.([0-9]+))?$/;

/** Zero, without decimal places. */
export const ZERO: ExactDecimal = { units: 0n, places: 0 };

/** Parses a decimal of the published grammar. Throws for any other text. */
export function exact(text: string): ExactDecimal {
  const parsed = exactDecimal(text);
  if (parsed === undefined) throw new Error(`${text} is no decimal`);
  return parsed;
}

/** Parses a decimal string of the published grammar; undefined for anything else. */
export function exactDecimal(value: unknown): ExactDecimal | undefined {
  const parts = typeof value === 'string' ? GRAMMAR.exec(value) : null;
  if (typeof value !== 'string' || parts === null) return undefined;
  return { units: BigInt(value.replace('.', '')), places: parts[1]?.length ?? 0 };
}

/** The exact sum, with the places of the finer operand. */
export function plus(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const places = Math.max(a.places, b.places);
  return { units: unitsAt(a, places) + unitsAt(b, places), places };
}

/** The exact product; its places are the sum of both. */
export function times(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return { units: a.units * b.units, places: a.places + b.places };
}

/** Compares for a sort: negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compared(a: ExactDecimal, b: ExactDecimal): -1 | 0 | 1 {
  const places = Math.max(a.places, b.places);
  const [left, right] = [unitsAt(a, places), unitsAt(b, places)];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** One unit of the last stated decimal place: the largest possible rounding difference. */
export function lastPlace({ places }: ExactDecimal): ExactDecimal {
  return { units: 1n, places };
}

/** The absolute difference. */
export function distance(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const { units, places } = plus(a, { units: -b.units, places: b.places });
  return { units: units < 0n ? -units : units, places };
}

/** The decimal with one more place that holds a 1: `0.01` gives `0.011`. */
export function finerBy1(text: string): string {
  return text.includes('.') ? `${text}1` : `${text}.1`;
}

function unitsAt({ units, places }: ExactDecimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - places);
}

const INT64_MAX = 2n ** 63n - 1n;
const MOST_PLACES = 18;

/** Formats the value with all its places, and a zero before the point where it has no whole part. */
export function written({ units, places }: ExactDecimal): string {
  const digits = units.toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The value minus one unit of the finest place at which a 64-bit integer can hold the value. */
export function justBelow({ units, places }: ExactDecimal): ExactDecimal {
  let [finest, at] = [units, places];
  while (at < MOST_PLACES && finest * 10n <= INT64_MAX) {
    finest *= 10n;
    at += 1;
  }
  return { units: finest - 1n, places: at };
}

/** The largest whole number that a 64-bit integer can hold with so many places. */
export function largestWholeAt(places: number): bigint {
  return INT64_MAX / 10n ** BigInt(places);
}
