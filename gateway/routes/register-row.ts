import { knownScopes } from '../contract/capabilities.ts';
import type {
  AssetPolicyRow,
  ChainPolicyRow,
  CredentialRow,
  OrganisationRow,
  RegisterFamily,
  RegisterRows,
  TradingPolicyRow,
  UserRow,
} from '../facts.ts';
import { type RowJson, rowJson } from './row-json.ts';
import { membersAt, placesOfAsset, placesOfInstrument } from './served-money.ts';

/**
 * An organisation reads only its own rows, so a row does not name it. The sponsor of an organisation row is not served.
 */
const ownRow = rowJson<{ readonly orgId: number }>(({ orgId: _, ...served }) => served);
const organisation = rowJson<OrganisationRow>(({ sponsorOrgId: _, coProposerUserIds: __, ...served }) => served);
const user = rowJson<UserRow>((row, { gates }) => ({ ...row, capabilities: knownScopes(gates, row.capabilities) }));
const credential = rowJson<CredentialRow>(({ orgId: _, coProposerUserIds: __, ...served }, { gates }) => {
  if (gates['credentials.scope-unobserved']) return served;
  const { scopeUnobserved: ___, ...before } = served;
  return before;
});

const assetPolicy = rowJson<AssetPolicyRow>(({ orgId: _, ...row }, rendering) =>
  rendering.gates['policies.own-scale']
    ? row
    : membersAt(
        row,
        ['maxTicketAmount', 'approvalThresholdAmount', 'reconciliationToleranceAmount'],
        placesOfAsset(rendering, row.assetId),
      ),
);
const chainPolicy = rowJson<ChainPolicyRow>(({ orgId: _, ...row }, rendering) =>
  rendering.gates['policies.own-scale']
    ? row
    : membersAt(row, ['minTransferAmount', 'maxTransferAmount'], placesOfAsset(rendering, row.assetId)),
);
const tradingPolicy = rowJson<TradingPolicyRow>(({ orgId: _, ...row }, rendering) =>
  rendering.gates['policies.own-scale']
    ? row
    : membersAt(row, ['maxOrderQty', 'maxOrderNotional'], placesOfInstrument(rendering, row.instrumentId)),
);

const ROW_JSON: Readonly<Record<RegisterFamily, RowJson<never>>> = {
  orgs: organisation,
  users: user,
  credentials: credential,
  accounts: ownRow,
  'account-addresses': ownRow,
  portfolios: ownRow,
  'asset-policies': assetPolicy,
  'chain-policies': chainPolicy,
  'trading-policies': tradingPolicy,
};

/** The renderer of a collection's rows for this member's version. */
export function registerJson<Family extends RegisterFamily>(family: Family): RowJson<RegisterRows[Family]> {
  return ROW_JSON[family] as RowJson<RegisterRows[Family]>;
}
