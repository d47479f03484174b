import { allowanceOf } from '../allowance.ts';
import type { Profile } from '../profile.ts';
import { Effects } from './effects.ts';
import type { Entry } from './entry.ts';

/** @returns undefined where all is allowed and nobody listens: there is nothing to do. */
export function effectsOf(
  profile: Profile,
  onEffect: ((entry: Entry) => void) | undefined,
  recorded: readonly Entry[] | undefined,
): Effects | undefined {
  const { destructive } = allowanceOf(profile);
  if (destructive && onEffect === undefined) return undefined;
  // Nobody trades that instrument: a policy on it binds nobody.
  const mayApprove = profile.fixtures?.cappedInstrument === undefined ? [] : ['/trading-policies'];
  return new Effects({ destructive, mayApprove }, onEffect ?? (() => {}), recorded);
}
