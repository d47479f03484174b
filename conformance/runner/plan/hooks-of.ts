/** Which hooks of a profile a check runs, and what each hook adds. Pure. */
import type { RequirementId } from '../../contract/requirements.ts';
import { HOOK_NAMES, type HookName, hookOf, isHook } from '../../member/hooks/hook-names.ts';
import type { Profile } from '../../member/profile/profile.ts';
import type { Check, Need } from '../check.ts';
import { unshownBy } from './costs.ts';

type Needing = Pick<Check, 'needs'>;

/** None where a control plane does the same. */
export function hooksOf({ needs }: Needing, { control }: Pick<Profile, 'control'>): readonly HookName[] {
  return control === undefined ? needs.filter((need) => isHook(need)) : [];
}

/** Those that disturb most come last. */
export function inOrderOfHooks<One extends { readonly check: Needing }>(ones: readonly One[]): readonly One[] {
  const place = ({ check: { needs } }: One) => HOOK_NAMES.findLastIndex((name) => needs.includes(name));
  return ones.toSorted((a, b) => place(a) - place(b));
}

/** One line for each hook that these checks run: which of them, and at most how long. */
export function hooksInWords(checks: readonly Check[], profile: Profile): readonly string[] {
  const { control, hooks = {} } = profile;
  return HOOK_NAMES.flatMap((name) => {
    const stated = hooks[name];
    const by = checks.filter(({ needs }) => needs.includes(name));
    if (control !== undefined || stated === undefined || by.length === 0) return [];
    const { undo, timeoutMs } = hookOf(stated);
    const atMost = `at most ${timeoutMs / 1_000} s${undo === undefined ? '' : `, and as long for its undo`}`;
    return [`hook ${name}, once for each of ${by.map(({ id }) => id).join(', ')}: ${atMost}`];
  });
}

const ONLY_CONTROLLED: readonly Need[] = ['control', 'mint', 'virtual-clock'];

/** The requirements that a deployed member shows with this hook, and with nothing else but by chance. */
export function addedBy(name: HookName, checks: readonly Check[]): readonly RequirementId[] {
  const deployed = checks.filter(({ needs }) => !needs.some((need) => ONLY_CONTROLLED.includes(need)));
  const shown = (of: readonly Check[]) =>
    of.flatMap(({ id, proves }) => proves.filter((one) => !unshownBy(id, true).includes(one)));
  const anyway = new Set(shown(deployed.filter(({ needs }) => !needs.some(isHook))));
  const added = new Set(shown(deployed.filter(({ needs }) => needs.includes(name))));
  return [...added].filter((id) => !anyway.has(id)).sort();
}
