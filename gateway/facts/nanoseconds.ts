import type { Ns } from './scalars.ts';

/**
 * The value of a time. Each follower of a record reads its time, so the last one is remembered: a text of 19 digits takes
 * longer to parse than all else that most of them do.
 */
export function nanoseconds(atNs: Ns): bigint {
  if (atNs !== last.atNs) last = { atNs, value: BigInt(atNs) };
  return last.value;
}

let last: { readonly atNs: Ns; readonly value: bigint } = { atNs: '0', value: 0n };
