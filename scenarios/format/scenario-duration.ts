/** Durations in scenarios: `250ms`, `2s`, `1.5s`, `90m`, `24h`, `1d`, or a plain number of milliseconds. */

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)$/;

/** Milliseconds; undefined if the value is not a duration, or not a whole number of milliseconds. */
export function durationMs(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  const parts = typeof value === 'string' ? DURATION.exec(value) : null;
  if (parts === null) return undefined;
  const ms = Number(parts[1]) * UNITS[parts[2] as keyof typeof UNITS];
  const whole = Math.round(ms);
  return Math.abs(ms - whole) < 1e-6 && Number.isSafeInteger(whole) ? whole : undefined;
}

/** The shortest spelling: `durationText(90_000)` is `90s`, `durationText(7_200_000)` is `2h`. */
export function durationText(ms: number): string {
  for (const unit of ['d', 'h', 'm', 's'] as const) {
    if (ms >= UNITS[unit] && ms % UNITS[unit] === 0) return `${ms / UNITS[unit]}${unit}`;
  }
  return `${ms}ms`;
}
