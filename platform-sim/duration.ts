const UNITS_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** What a duration may look like: a number of milliseconds, or `2s`, `1.5h`, `250ms`. A minus sign is read. */
export const DURATION = /^(-?[0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)$/;

/** Ten years: past that times and ids leave their ranges. */
export const LONGEST_MS = 3_652 * UNITS_MS.d;

/** Milliseconds; NaN for text that is no duration. */
export function durationMs(duration: string | number): number {
  if (typeof duration === 'number') return duration;
  const [, amount, unit] = DURATION.exec(duration) ?? [];
  return amount === undefined ? Number.NaN : Number(amount) * UNITS_MS[unit as keyof typeof UNITS_MS];
}
