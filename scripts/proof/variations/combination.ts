import type { Variation } from '../../../gateway/variations/variation.ts';
import { createSeed } from '../../../platform-sim/seed.ts';

/** Each variation is in one of eight combinations. */
const SHARE = 1 / 8;

/** Picks some of these variations, in their order, by the seed. */
export function combination(of: readonly Variation[], seed: number): readonly Variation[] {
  const random = createSeed(seed).stream('variations');
  return of.filter(() => random.chance(SHARE));
}
