/** Decimals as integer units at a scale, so that checks compute exactly. */
const INT64_MAX = 2n ** 63n - 1n;
const MOST_PLACES = 18;

export interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

/** Parses a decimal of the published grammar without a sign. */
export function exact(text: string): Exact {
  const [whole = '0', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

/** The exact product; its scale is the sum of both. */
export function times(left: Exact, right: Exact): Exact {
  return { units: left.units * right.units, scale: left.scale + right.scale };
}

/** Formats the value with all places of its scale, and a zero before the point where it has no whole part. */
export function written({ units, scale }: Exact): string {
  const digits = units.toString().padStart(scale + 1, '0');
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The value minus one unit of the finest place at which a 64-bit integer can hold the value. */
export function justBelow({ units, scale }: Exact): Exact {
  let [finest, at] = [units, scale];
  while (at < MOST_PLACES && finest * 10n <= INT64_MAX) {
    finest *= 10n;
    at += 1;
  }
  return { units: finest - 1n, scale: at };
}

/** The largest whole number that a 64-bit integer can hold at this scale. */
export function largestWholeAt(scale: number): bigint {
  return INT64_MAX / 10n ** BigInt(scale);
}
