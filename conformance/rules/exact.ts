/** Decimals as integers of units at a scale: what a check computes, it computes exactly. */
const INT64_MAX = 2n ** 63n - 1n;
const MOST_PLACES = 18;

export interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

/** Of a decimal in the published grammar, without a sign. */
export function exact(text: string): Exact {
  const [whole = '0', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length };
}

export function times(left: Exact, right: Exact): Exact {
  return { units: left.units * right.units, scale: left.scale + right.scale };
}

/** With as many places as it has; a value of places alone keeps its zero before the point. */
export function written({ units, scale }: Exact): string {
  const digits = units.toString().padStart(scale + 1, '0');
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The value less one unit of the finest place that a 64-bit integer holds the value at. */
export function justBelow({ units, scale }: Exact): Exact {
  let [finest, at] = [units, scale];
  while (at < MOST_PLACES && finest * 10n <= INT64_MAX) {
    finest *= 10n;
    at += 1;
  }
  return { units: finest - 1n, scale: at };
}

/** The largest whole number that a 64-bit integer holds at a scale. */
export function largestWholeAt(scale: number): bigint {
  return INT64_MAX / 10n ** BigInt(scale);
}
