/** What a check of a hook lacks on a target. Pure. */
import type { HookName } from '../../member/hooks/hook-names.ts';
import type { Profile } from '../../member/profile/profile.ts';
import type { Check } from '../check.ts';
import type { Lack } from '../record/run-record.ts';
import { isHooked } from './hooks-of.ts';

const ENDS_TOKENS: readonly HookName[] = ['rotateKey', 'clock'];

/** `destructive`: why lasting changes are forbidden. */
export function lackingHook(name: HookName, profile: Profile, destructive: Lack | undefined): Lack | undefined {
  const key = `hooks.${name}`;
  const why = `only a hook of the profile shows it (${key}, with limits.destructive: true)`;
  return profile.hooks?.[name] === undefined ? { key, why } : (destructive ?? withFixedToken(name, profile));
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
  if (shards === 1 || !isHooked(check, profile)) return [];
  return [{ key: 'without --shard', why: 'a hook would disturb the checks of the other shards' }];
}
