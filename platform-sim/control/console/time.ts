/** `12:00:07.250` of epoch nanoseconds, in UTC. */
export function timeOf(ns: string): string {
  return new Date(Number(BigInt(ns) / 1_000_000n)).toISOString().slice(11, 23);
}

/** `2026-01-01 12:00:07` of epoch nanoseconds, in UTC. */
export function dateOf(ns: string | bigint): string {
  return new Date(Number(BigInt(ns) / 1_000_000n)).toISOString().slice(0, 19).replace('T', ' ');
}
