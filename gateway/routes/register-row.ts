import type { Gates } from '../contract/versions.ts';
import type { CredentialRow, OrganisationRow, RegisterFamily, RegisterRows } from '../facts.ts';
import { rowJson } from './row-json.ts';

/** An organisation reads its own rows only, so a row does not name it; whose an organisation is, is its sponsor's matter. */
const ownRow = rowJson<{ readonly orgId: number }>(({ orgId: _, ...served }) => served);
const wholeRow = rowJson<object>((row) => row);
const organisation = rowJson<OrganisationRow>(({ sponsorOrgId: _, coProposerUserIds: __, ...served }) => served);
const credential = rowJson<CredentialRow>(({ orgId: _, coProposerUserIds: __, ...served }, gates) => {
  if (gates['credentials.scope-unobserved']) return served;
  const { scopeUnobserved: ___, ...before } = served;
  return before;
});

type Render = (row: never, gates: Gates) => string;

const ROW_JSON: Readonly<Record<RegisterFamily, Render>> = {
  orgs: organisation,
  users: wholeRow,
  credentials: credential,
  accounts: ownRow,
  'account-addresses': ownRow,
  portfolios: ownRow,
  'asset-policies': ownRow,
  'chain-policies': ownRow,
  'trading-policies': ownRow,
};

/** The renderer of a collection's rows, for this member's version. */
export function registerJson<Family extends RegisterFamily>(
  family: Family,
): (row: RegisterRows[Family], gates: Gates) => string {
  return ROW_JSON[family] as (row: RegisterRows[Family], gates: Gates) => string;
}
