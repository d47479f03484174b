/** Which hooks the profile states, and what runs them. None is run here. */
import { HOOK_NAMES } from '../../member/hooks/hook-names.ts';
import { allowanceOf } from '../../member/profile/allowance.ts';
import type { Profile } from '../../member/profile/profile.ts';
import type { Check } from '../check.ts';
import type { Finding } from './finding.ts';
import { note, ok } from './finding.ts';

export function examineHooks(profile: Profile, checks: readonly Check[]): readonly Finding[] {
  const { control, hooks = {} } = profile;
  const isUnused =
    control !== undefined
      ? 'unused, because control is stated'
      : allowanceOf(profile).destructive
        ? undefined
        : 'unused, because limits.destructive is not true';
  return HOOK_NAMES.filter((name) => hooks[name] !== undefined).map((name) => {
    const count = checks.filter(({ needs }) => needs.includes(name)).length;
    const words = `stated for ${count} ${count === 1 ? 'check' : 'checks'}; doctor does not run it`;
    return { subject: `hooks.${name}`, ...(isUnused === undefined ? ok(words) : note(isUnused)) };
  });
}
