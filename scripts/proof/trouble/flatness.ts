/** Whether a figure of a process stays as it is: a line through the samples of the second half. */
export interface Sample {
  readonly atS: number;
  readonly value: number;
}

export interface Bound {
  readonly name: string;
  readonly unit: string;
  /** By which the line may rise over the second half. */
  readonly most: number;
}

/** The line of least squares through the samples' second half. With fewer than three there is no rise to see. */
export function fitOf(samples: readonly Sample[]) {
  const half = samples.slice(samples.length >> 1);
  const mean = average(half.map(({ value }) => value));
  if (half.length < 3) return { mean, rise: 0, doubt: Number.POSITIVE_INFINITY };
  const middle = average(half.map(({ atS }) => atS));
  const spread = half.reduce((sum, { atS }) => sum + (atS - middle) ** 2, 0);
  const slope = half.reduce((sum, { atS, value }) => sum + (atS - middle) * (value - mean), 0) / spread;
  const residual = half.reduce((sum, { atS, value }) => sum + (value - mean - slope * (atS - middle)) ** 2, 0);
  const lasted = (half.at(-1)?.atS ?? 0) - (half[0]?.atS ?? 0);
  // What of the rise chance may be: twice its standard error.
  return { mean, rise: slope * lasted, doubt: 2 * Math.sqrt(residual / (half.length - 2) / spread) * lasted };
}

/** Why the figure is not flat; undefined if it is. A rise within its doubt is not held against it. */
export function riseOf({ name, unit, most }: Bound, samples: readonly Sample[]): string | undefined {
  const { rise, doubt, mean } = fitOf(samples);
  if (rise - doubt <= most) return undefined;
  return `${name} rises by ${rise.toFixed(1)} ${unit} (within ${doubt.toFixed(1)}) over the second half, ${most} at most; its mean is ${mean.toFixed(1)}`;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
