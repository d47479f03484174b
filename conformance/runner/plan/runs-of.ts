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

/** The factor by which a run sends more or less than the table of expected costs, which was measured in a sandbox. */
export function shareOfRuns(check: Check, profile: Profile, stated: number | undefined): number {
  if (check.given === undefined) return 1;
  return runsOf(check, profile, stated) / (check.runs ?? USUAL_RUNS);
}
