/** How often a check runs. */
import type { Profile } from '../../member/profile/profile.ts';
import type { Check } from '../check.ts';

const USUAL_RUNS = 20;

/** @param stated `--runs`, which outranks the profile. */
export function runsOf({ given, runs, sharedRuns }: Check, profile: Profile, stated: number | undefined): number {
  if (given === undefined) return runs ?? 1;
  const isShared = profile.control === undefined;
  return stated ?? profile.limits?.runs ?? (isShared ? sharedRuns : undefined) ?? runs ?? USUAL_RUNS;
}
