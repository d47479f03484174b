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

/** The scopes of a grant in declared order, each once, whatever order and number they were recorded in. */
export function inDeclaredOrder(granted: Iterable<Scope>): readonly Scope[] {
  const held = new Set(granted);
  return SCOPES.filter((scope) => held.has(scope));
}
