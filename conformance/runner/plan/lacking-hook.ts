/** What a check of a hook lacks on a target. Pure. */
import type { HookName } from '../../member/hooks/hook-names.ts';
import type { Profile } from '../../member/profile/profile.ts';
import type { ClockMode } from '../../member/target.ts';
import type { Check } from '../check.ts';
import type { Lack } from '../record/run-record.ts';
import { hooksOf } from './hooks-of.ts';

export const VIRTUAL = 'control, of a sandbox with --clock virtual';
const ENDS_TOKENS: readonly HookName[] = ['rotateKey', 'clock'];

/** `destructive`: why lasting changes are forbidden. */
export function lackingHook(
  name: HookName,
  profile: Profile,
  destructive: Lack | undefined,
  clock: ClockMode,
): Lack | undefined {
  const { control, hooks } = profile;
  if (control !== undefined) {
    if (name !== 'clock' || clock === 'virtual') return undefined;
    return { key: VIRTUAL, why: `the target's clock is ${clock}, and this advances it far` };
  }
  const key = `hooks.${name}`;
  const why = `only a hook of the profile shows it (${key}, with limits.destructive: true)`;
  return hooks?.[name] === undefined ? { key, why } : (destructive ?? withFixedToken(name, profile));
}

/** A principal whose token this hook would end, with nothing to get another one by. */
function withFixedToken(name: HookName, { principals }: Profile): Lack | undefined {
  const [found] =
    Object.entries(principals).find(([, { token, tokenEnv } = {}]) => (token ?? tokenEnv) !== undefined) ?? [];
  if (found === undefined || !ENDS_TOKENS.includes(name)) return undefined;
  return { key: `principals.${found}.clientId`, why: `the hook ${name} would end the fixed token of ${found}` };
}

/** Other machines send to the same target at the same time. */
export function disturbing(check: Check, profile: Profile, shards = 1): readonly Lack[] {
  if (shards === 1 || hooksOf(check, profile).length === 0) return [];
  return [{ key: 'without --shard', why: 'a hook would disturb the checks of the other shards' }];
}
