/** `12:00:07.250` of epoch nanoseconds, in UTC. */
export function timeOf(ns: string): string {
  return new Date(Number(BigInt(ns) / 1_000_000n)).toISOString().slice(11, 23);
}

/** `2026-01-01 12:00:07` of epoch nanoseconds, in UTC. */
export function dateOf(ns: string | bigint): string {
  return new Date(Number(BigInt(ns) / 1_000_000n)).toISOString().slice(0, 19).replace('T', ' ');
}

/** `59 min 30 s`, `2 h 5 min`, `0 s` of what is left until a time; whole seconds, the largest two units. */
export function leftUntil(atNs: string, nowNs: bigint): string {
  const seconds = Number((BigInt(atNs) - nowNs) / 1_000_000_000n);
  if (seconds <= 0) return '0 s';
  const units = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const first = units.findIndex(([count]) => count > 0);
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
