import type { Random } from '../seed.ts';
import type { FaultTimes } from './rule-shape.ts';

/** Whether the nth match of a rule (starting at 1) makes it fire. */
export function fires(times: FaultTimes | undefined, match: number, random: Random): boolean {
  if (times === undefined) return true;
  if (typeof times === 'number') return match <= times;
  if ('every' in times) return match % times.every === 0;
  return random.chance(times.probability);
}
