/** Which hooks of a profile a check runs, and what each hook adds. Pure. */
import type { RequirementId } from '../../contract/requirements.ts';
import { HOOK_NAMES, type HookName, hooksOf, isHook } from '../../member/hooks/hook-names.ts';
import type { Profile } from '../../member/profile/profile.ts';
import type { Check, Need } from '../check.ts';
import { shownBy } from './costs.ts';

type Needing = Pick<Check, 'needs'>;

/** Whether the check runs a hook: none where a control plane does the same. */
export function isHooked({ needs }: Needing, { control }: Pick<Profile, 'control'>): boolean {
  return control === undefined && needs.some(isHook);
}

/** Those that disturb most come last. */
export function inOrderOfHooks<One extends { readonly check: Needing }>(ones: readonly One[]): readonly One[] {
  const place = ({ check: { needs } }: One) => HOOK_NAMES.findLastIndex((name) => needs.includes(name));
  return ones.toSorted((a, b) => place(a) - place(b));
}

/** One line for each hook that these checks run: which of them, and at most how long. */
export function hooksInWords(checks: readonly Check[], profile: Profile): readonly string[] {
  return [...hooksOf(profile)].flatMap(([name, { undo, timeoutMs }]) => {
    const by = checks.filter(({ needs }) => needs.includes(name));
    if (by.length === 0) return [];
    const atMost = `at most ${timeoutMs / 1_000} s${undo === undefined ? '' : `, and as long for its undo`}`;
    return [`hook ${name}, once for each of ${by.map(({ id }) => id).join(', ')}: ${atMost}`];
  });
}

/** What no profile of a deployed member can state. */
export const ONLY_CONTROLLED: readonly Need[] = ['control', 'mint', 'virtual-clock'];

/** The requirements that a deployed member shows with this hook, and with nothing else but by chance. */
export function addedBy(name: HookName, checks: readonly Check[]): readonly RequirementId[] {
  const deployed = checks.filter(({ needs }) => !needs.some((need) => ONLY_CONTROLLED.includes(need)));
  const shown = (of: readonly Check[]) => of.flatMap((check) => shownBy(check, true));
  const anyway = new Set(shown(deployed.filter(({ needs }) => !needs.some(isHook))));
  const added = new Set(shown(deployed.filter(({ needs }) => needs.includes(name))));
  return [...added].filter((id) => !anyway.has(id)).sort();
}
