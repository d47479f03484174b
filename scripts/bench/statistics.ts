export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** NaN for no values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right);
  const [lower = NaN, upper = NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return { median: (lower + upper) / 2, least: sorted[0] ?? NaN, most: sorted.at(-1) ?? NaN };
}
