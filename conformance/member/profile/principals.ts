/** The principals that a profile may name, with their permissions on the platform. */
export const PRINCIPALS = {
  admin: 'every capability',
  trader: 'orders:trade alone',
  approver: 'credentials:approve',
  viewer: 'admitted, no capability',
  algoManager: 'algos:manage',
  outsider: "another organisation's admin",
  awaiting: 'not admitted yet',
  disabled: 'a disabled user',
  suspended: 'a user of a suspended organisation',
  throttled: 'orders:trade in an organisation whose default trading policy caps its orders tightly',
  deputy: "every capability, in the admin's organisation: approves what the admin proposes",
} as const satisfies Record<string, string>;

export type PrincipalName = keyof typeof PRINCIPALS;

/** The names of all principals. */
export const PRINCIPAL_NAMES = Object.keys(PRINCIPALS) as readonly PrincipalName[];
