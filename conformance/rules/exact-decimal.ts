/** Exact arithmetic over decimal strings as they are served, for judges that add money up. */
export interface ExactDecimal {
  readonly units: bigint;
  /** The value is `units` of this many places after the point. */
  readonly places: number;
}

const GRAMMAR = /^-?[0-9]+(?:\.([0-9]+))?$/;

export const ZERO: ExactDecimal = { units: 0n, places: 0 };

/** undefined for anything but a string in the published grammar. */
export function exactDecimal(value: unknown): ExactDecimal | undefined {
  const parts = typeof value === 'string' ? GRAMMAR.exec(value) : null;
  if (typeof value !== 'string' || parts === null) return undefined;
  return { units: BigInt(value.replace('.', '')), places: parts[1]?.length ?? 0 };
}

export function plus(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const places = Math.max(a.places, b.places);
  return { units: unitsAt(a, places) + unitsAt(b, places), places };
}

export function times(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return { units: a.units * b.units, places: a.places + b.places };
}

/** Below, equal to or above zero as `a` is to `b`. */
export function compared(a: ExactDecimal, b: ExactDecimal): -1 | 0 | 1 {
  const places = Math.max(a.places, b.places);
  const [left, right] = [unitsAt(a, places), unitsAt(b, places)];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** One unit of the last place that a value states: no rounding of it goes further. */
export function lastPlace({ places }: ExactDecimal): ExactDecimal {
  return { units: 1n, places };
}

export function distance(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const { units, places } = plus(a, { units: -b.units, places: b.places });
  return { units: units < 0n ? -units : units, places };
}

/** The decimal with one more place, and a 1 there: `0.01` gives `0.011`. */
export function finerBy1(text: string): string {
  return text.includes('.') ? `${text}1` : `${text}.1`;
}

function unitsAt({ units, places }: ExactDecimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - places);
}
