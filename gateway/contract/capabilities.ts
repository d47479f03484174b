import type { Gates } from './versions.ts';

/**
 * The capability scopes in declared order (CAP-01): the order of this list is the order in which `GET /me` and every
 * session grant serve them. `algos:manage` is last and, from 0.7.0 on, is in no preset.
 */
export const SCOPES = [
  'users:manage',
  'orders:trade',
  'credentials:propose',
  'credentials:approve',
  'orgs:approve',
  'algos:manage',
] as const;

export type Scope = (typeof SCOPES)[number];

/**
 * Presets: names for common sets of scopes, accepted wherever scopes are (CAP-02). The interface shows TRADER; the
 * others are assumed.
 */
export const PRESETS = {
  TRADER: ['orders:trade'],
  APPROVER: ['credentials:approve', 'orgs:approve'],
  ADMINISTRATOR: ['users:manage', 'credentials:propose'],
} as const satisfies Record<string, readonly Scope[]>;

export type Preset = keyof typeof PRESETS;

/** The scopes of a grant in declared order, without duplicates, for any recorded order. */
export function inDeclaredOrder(granted: Iterable<Scope>): readonly Scope[] {
  const held = new Set(granted);
  return SCOPES.filter((scope) => held.has(scope));
}

/** The granted scopes that a member of this version serves: scopes that its version does not know are left out. */
export function knownScopes(gates: Gates, granted: readonly Scope[]): readonly Scope[] {
  return gates['capabilities.algos-manage'] ? granted : granted.filter((scope) => scope !== 'algos:manage');
}

/** The scopes that a list of scopes and presets grants. */
export function expanded(granted: readonly (Scope | Preset)[]): readonly Scope[] {
  return inDeclaredOrder(granted.flatMap((name) => (isPreset(name) ? PRESETS[name] : [name])));
}

/**
 * The scopes that a list states beside a preset that does not contain them. Such a list contradicts itself and is
 * refused (CAP-03).
 */
export function scopesBesidePresets(granted: readonly (Scope | Preset)[]): readonly Scope[] {
  const ofPresets = granted.filter(isPreset).flatMap((name): readonly Scope[] => PRESETS[name]);
  if (!granted.some(isPreset)) return [];
  return granted.filter((name): name is Scope => !isPreset(name) && !ofPresets.includes(name));
}

function isPreset(name: Scope | Preset): name is Preset {
  return Object.hasOwn(PRESETS, name);
}
