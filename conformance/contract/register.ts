/** The nine register collections (REG-01) and the name of the row key of each, as the interface spells them. */
export const REGISTER = [
  { path: '/orgs', id: 'orgId' },
  { path: '/users', id: 'userId' },
  { path: '/credentials', id: 'credentialId' },
  { path: '/accounts', id: 'accountId' },
  { path: '/account-addresses', id: 'accountAddressId' },
  { path: '/portfolios', id: 'portfolioId' },
  { path: '/asset-policies', id: 'assetPolicyId' },
  { path: '/chain-policies', id: 'chainPolicyId' },
  { path: '/trading-policies', id: 'tradingPolicyId' },
] as const;

export type RegisterCollection = (typeof REGISTER)[number];
export type RegisterPath = RegisterCollection['path'];
