/** The order in which checks without hooks begin. Pure. */
import type { Profile } from '../../member/profile/profile.ts';
import { waitOf } from '../plan/run-length.ts';
import type { Planned } from '../plan/run-plan.ts';

/**
 * Those that wait first, the longest of them at the head; then those that send most, so that none is left alone at the
 * end. Those that only read come last: they see more of what the others have made. Where the time was planned, the
 * cheapest come first: if it is short after all, what is lost is least.
 */
export function inOrder(checks: readonly Planned[], profile: Profile, isTimed: boolean): readonly Planned[] {
  const waits = ({ check }: Planned) => waitOf(check, profile);
  const reads = ({ check }: Planned) => Number(!check.needs.includes('writes'));
  if (isTimed) return checks.toSorted((a, b) => waits(b) - waits(a) || a.sent.requests - b.sent.requests);
  return checks.toSorted((a, b) => waits(b) - waits(a) || reads(a) - reads(b) || b.sent.requests - a.sent.requests);
}
