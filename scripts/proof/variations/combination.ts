import type { Variation } from '../../../gateway/variations/variation.ts';
import { createSeed } from '../../../platform-sim/seed.ts';

/** Each is in one of eight combinations. */
const SHARE = 1 / 8;

/** Some of these variations, in their order: the same for the same seed. */
export function combination(of: readonly Variation[], seed: number): readonly Variation[] {
  const random = createSeed(seed).stream('variations');
  return of.filter(() => random.chance(SHARE));
}
