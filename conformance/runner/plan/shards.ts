/** Which of n machines runs a check: balanced by what is sent, the same on each machine. Pure. */
import { smallest } from '../../member/extremes.ts';
import type { Check } from '../check.ts';
import { requestsOf } from './costs.ts';

/** How many of a family's cases a run takes, more or less: the machines need not know the target for the same division. */
const USUAL_CASES = 20;

/** What the check sends, more or less. */
export function weightOf({ id, given, runs = USUAL_CASES, cases }: Pick<Check, 'id' | 'given' | 'runs' | 'cases'>) {
  const { first, each } = requestsOf(id);
  return first + (given !== undefined ? runs - 1 : cases === undefined ? 0 : USUAL_CASES) * each;
}

/**
 * The shard, 1 to `count`, by check id: the heaviest check first, each to the shard with the least to do so far.
 * `checks` must be the same on each machine: the selected ones.
 */
export function shardsOf(
  checks: readonly Check[],
  count: number,
  weigh: (check: Check) => number = weightOf,
): ReadonlyMap<string, number> {
  const weighed = checks.map((check) => ({ id: check.id, weight: weigh(check) }));
  weighed.sort((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1));
  const loads = Array.from({ length: count }, () => 0);
  const shards = new Map<string, number>();
  for (const { id, weight } of weighed) {
    const least = loads.indexOf(smallest(loads));
    loads[least] = (loads[least] ?? 0) + weight;
    shards.set(id, least + 1);
  }
  return shards;
}
