import type { RegisterFamily, RegisterRows } from '../facts.ts';

/** The register's collections and the name of each one's key. */
export const REGISTER_KEYS = {
  orgs: 'orgId',
  users: 'userId',
  credentials: 'credentialId',
  accounts: 'accountId',
  'account-addresses': 'accountAddressId',
  portfolios: 'portfolioId',
  'asset-policies': 'assetPolicyId',
  'chain-policies': 'chainPolicyId',
  'trading-policies': 'tradingPolicyId',
} as const satisfies { readonly [Family in RegisterFamily]: keyof RegisterRows[Family] };

/** The nine register collections, by their path segments. */
export const REGISTER_FAMILIES = Object.keys(REGISTER_KEYS) as readonly RegisterFamily[];

/** The register key of a row. */
export function registerKeyOf<Family extends RegisterFamily>(family: Family, row: RegisterRows[Family]): number {
  return (row as unknown as Readonly<Record<string, number>>)[REGISTER_KEYS[family]] as number;
}
