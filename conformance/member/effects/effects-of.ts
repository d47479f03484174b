import { allowanceOf } from '../profile/allowance.ts';
import type { Profile } from '../profile/profile.ts';
import { Effects } from './effects.ts';
import type { Entry } from './entry.ts';

/**
 * The tracking of writes for a profile.
 * @returns undefined where everything is allowed and there is no listener, so nothing to track.
 */
export function effectsOf(
  profile: Profile,
  onEffect: ((entry: Entry) => void) | undefined,
  recorded: readonly Entry[] | undefined,
): Effects | undefined {
  const { destructive } = allowanceOf(profile);
  if (destructive && onEffect === undefined) return undefined;
  // No other user trades that instrument, so a policy on it affects no one else.
  const mayApprove = profile.fixtures?.cappedInstrument === undefined ? [] : ['/trading-policies'];
  return new Effects({ destructive, mayApprove }, onEffect ?? (() => {}), recorded);
}
