import { isAtLeast } from './versions.ts';

/** The capability scopes in declared order (CAP-01). algos:manage is the last one and exists from 0.7.0 on. */
export const SCOPES = [
  'users:manage',
  'orders:trade',
  'credentials:propose',
  'credentials:approve',
  'orgs:approve',
  'algos:manage',
] as const;

/** The scopes of a contract version. */
export function scopesOf(rest: string): readonly string[] {
  return isAtLeast(rest, '0.7.0') ? SCOPES : SCOPES.filter((scope) => scope !== 'algos:manage');
}
