/** `12:00:07.250` of epoch nanoseconds, in UTC. */
export function timeOf(ns: string): string {
  return new Date(Number(BigInt(ns) / 1_000_000n)).toISOString().slice(11, 23);
}

/** `2026-01-01 12:00:07` of epoch nanoseconds, in UTC. */
export function dateOf(ns: string | bigint): string {
  return new Date(Number(BigInt(ns) / 1_000_000n)).toISOString().slice(0, 19).replace('T', ' ');
}

/** `1.250 s`, `3 ms` between two times. */
export function between(fromNs: string, toNs: string): string {
  const ms = Number((BigInt(toNs) - BigInt(fromNs)) / 1_000_000n);
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(3)} s`;
}
