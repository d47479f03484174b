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

/**
 * An int32 key that no row has. Ids are minted from the time of creation (ID-05), so the greatest key is never reached.
 */
export const ABSENT_KEY = 2_147_483_647;
/** An int64 id that no row has, as text. */
export const ABSENT_ID = '9223372036854775807';

/** The same ids as text for a path, by the type of the route's ids. */
export const ABSENT = { int32: `${ABSENT_KEY}`, int64: ABSENT_ID } as const;
