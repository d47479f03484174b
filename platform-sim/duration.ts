import type { Clock } from '../gateway/platform-port.ts';

const UNITS_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The grammar of a duration: a number of milliseconds, or `2s`, `1.5h`, `250ms`. A minus sign is allowed. */
export const DURATION = /^(-?[0-9]+(?:\.[0-9]+)?)(ms|s|m|h|d)$/;

/** Ten years: past that, times and ids leave their ranges. */
export const LONGEST_MS = 3_652 * UNITS_MS.d;

const NS_PER_MS = 1_000_000;

/** Exact to the nanosecond for any number of years. */
export function nsOf(ms: number): bigint {
  // Whole milliseconds are converted separately: a product past 2^53 would lose nanoseconds.
  const whole = Math.trunc(ms);
  return BigInt(whole) * BigInt(NS_PER_MS) + BigInt(Math.round((ms - whole) * NS_PER_MS));
}

/** Milliseconds from now; 0 if the time has passed. */
export function msUntil(atNs: bigint, clock: Pick<Clock, 'nowNs'>): number {
  const leftNs = atNs - clock.nowNs();
  return leftNs > 0n ? Number(leftNs) / NS_PER_MS : 0;
}

/** Milliseconds; NaN for text that is no duration. */
export function durationMs(duration: string | number): number {
  if (typeof duration === 'number') return duration;
  const [, amount, unit] = DURATION.exec(duration) ?? [];
  return amount === undefined ? Number.NaN : Number(amount) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

/** `2 s`, `250 ms`, `1.5 h` of milliseconds. */
export function spell(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${ms / 1_000} s`;
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`;
}

/** `0.4 ms`, `12 ms`, `1.25 s`, `2.5 min` of nanoseconds. */
export function spellNs(ns: number): string {
  const ms = ns / 1_000_000;
  if (ms >= 60_000) return `${Math.round(ms / 6_000) / 10} min`;
  if (ms >= 1_000) return `${Math.round(ms / 10) / 100} s`;
  return `${ms >= 10 ? Math.round(ms) : Math.round(ms * 10) / 10} ms`;
}
