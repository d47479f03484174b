/** The capability scopes in declared order (CAP-01); from 0.7.0 algos:manage is the last of them. */
export const SCOPES = [
  'users:manage',
  'orders:trade',
  'credentials:propose',
  'credentials:approve',
  'orgs:approve',
  'algos:manage',
] as const;
