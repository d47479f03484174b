import type { Ns } from '../../gateway/facts.ts';

const INT32_EPOCH_NS = 1_577_836_800_000_000_000n; // 2020-01-01T00:00:00Z
const QUARTER_SECOND_NS = 250_000_000n;

/**
 * An int32 key from the sequenced time of the command that creates its row (ID-01): quarter seconds since 2020, or 2 to
 * 8 past the last key if that is no larger. An id does not show how many rows exist, and none is minted twice.
 *
 * @param last the last key of the same owner; 0 before the first.
 */
export function mintInt32(atNs: Ns, last: number): number {
  const at = BigInt(atNs);
  const byTime = Number((at - INT32_EPOCH_NS) / QUARTER_SECOND_NS);
  return byTime > last + 1 ? byTime : last + 2 + Number((at / 1000n) % 7n);
}
