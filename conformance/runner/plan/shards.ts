/** Which of n machines runs a check: balanced by expected time, the same on each machine. Pure. */
import { smallest } from '../../member/extremes.ts';
import type { Check } from '../check.ts';
import { EXPECTED_COSTS } from './expected-costs.gen.ts';

function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}

const EXPECTED_MS = Object.fromEntries(Object.entries(EXPECTED_COSTS).map(([id, [ms]]) => [id, ms]));

/**
 * The shard, 1 to `count`, by check id: the longest check first, each to the shard with the least to do so far. A
 * check that the table does not have counts as one of median cost. `checks` must be the same on each machine: the
 * selected ones.
 */
export function shardsOf(
  checks: readonly Pick<Check, 'id'>[],
  count: number,
  expectedMs: Readonly<Record<string, number>> = EXPECTED_MS,
): ReadonlyMap<string, number> {
  const usual = middleOf(Object.values(expectedMs));
  const weighed = checks.map(({ id }) => ({ id, ms: expectedMs[id] ?? usual }));
  weighed.sort((a, b) => b.ms - a.ms || (a.id < b.id ? -1 : 1));
  const loads = Array.from({ length: count }, () => 0);
  const shards = new Map<string, number>();
  for (const { id, ms } of weighed) {
    const least = loads.indexOf(smallest(loads));
    loads[least] = (loads[least] ?? 0) + ms;
    shards.set(id, least + 1);
  }
  return shards;
}
