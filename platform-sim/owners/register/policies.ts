/** The three policy families: a common life cycle, and the terms of each. */
import { type Decimal, decimal, formatDecimal, isNegative } from '../../../gateway/contract/decimal.ts';
import { moneyOrUnset } from '../../../gateway/contract/money.ts';
import { REGISTER_KEYS } from '../../../gateway/contract/register.ts';
import type { AssetRow, Money, PolicyStatus, RegisterRows, RegisterTerms } from '../../../gateway/facts.ts';
import type { Refused } from '../../owner.ts';
import type { Directory, Held } from '../directory.ts';
import { refused } from '../refused.ts';
import type { FamilyRules } from './family.ts';
import { moved, proposedBy, restated, reviewed, type States, withTerms } from './reviewed.ts';
import { atSharedScale } from './shared-scale.ts';
import { recorded } from './write.ts';

type PolicyFamily = 'asset-policies' | 'chain-policies' | 'trading-policies';

/** Everything that a caller states of a policy, in the form of its row. */
type Terms<Family extends PolicyFamily> = RegisterTerms[Family] & Partial<RegisterRows[Family]>;

const POLICY_STATES: States<PolicyStatus> = {
  PROPOSED: { restate: 'PROPOSED', approve: 'ACTIVE', withdraw: 'WITHDRAWN' },
  ACTIVE: { restate: 'ACTIVE', halt: 'HALTED', retire: 'RETIRED' },
  HALTED: { restate: 'HALTED', resume: 'ACTIVE', retire: 'RETIRED' },
  RETIRED: {},
  WITHDRAWN: {},
};

/** Limits on tickets, approvals and reconciliation of an asset. */
export const assetPolicies = policiesOf('asset-policies', ({ assets }, { assetId, ...stated }) => {
  const amounts = amountsOf(assets, assetId, stated);
  return 'refused' in amounts ? amounts : { assetId, ...amounts };
});

/** Limits on transfers over a chain. */
export const chainPolicies = policiesOf('chain-policies', ({ assets }, { assetId, chain, ...stated }) => {
  const amounts = amountsOf(assets, assetId, stated);
  return 'refused' in amounts ? amounts : { assetId, chain, ...amounts };
});

/** The two money caps are of two families: each keeps its own scale (MON-20). */
export const tradingPolicies = policiesOf('trading-policies', ({ instruments }, terms) => {
  const { instrumentId, maxOrderQty, maxOrderNotional } = terms;
  if (instrumentId !== null && !instruments.has(instrumentId)) return unheld('instrumentId', instrumentId);
  return (
    negativeOf({ maxOrderQty, maxOrderNotional }) ?? {
      ...terms,
      maxOrderQty: moneyOrUnset(maxOrderQty),
      maxOrderNotional: moneyOrUnset(maxOrderNotional),
    }
  );
});

/** @param judge returns the terms in the form of a row, or what is wrong with them. */
function policiesOf<Family extends PolicyFamily>(
  family: Family,
  judge: (directory: Directory, stated: RegisterTerms[Family]) => Terms<Family> | Refused,
): FamilyRules<Family> {
  return {
    needs: {
      create: 'users:manage',
      restate: 'users:manage',
      withdraw: 'users:manage',
      halt: 'users:manage',
      resume: 'users:manage',
      retire: 'users:manage',
      // Approval of policies takes the same scope as approval of credentials.
      approve: 'credentials:approve',
    },
    create({ directory, orgId, userId }, id, stated) {
      const terms = judge(directory, stated);
      if ('refused' in terms) return terms;
      const row = { [REGISTER_KEYS[family]]: id, orgId, ...terms, ...proposedBy(userId) };
      return recorded(family, row as unknown as RegisterRows[Family], null);
    },
    restate({ directory, userId }, held: Held<RegisterRows[Family]>, stated) {
      const next = restated(POLICY_STATES, held, 'restate', userId, 'nothing');
      if ('refused' in next) return next;
      const terms = judge(directory, stated);
      return 'refused' in terms ? terms : reviewed(family, withTerms(next, terms));
    },
    move: ({ userId }, held: Held<RegisterRows[Family]>, arm) =>
      reviewed(family, moved(POLICY_STATES, held, arm, userId)),
  };
}

function amountsOf<Name extends string>(
  assets: Directory['assets'],
  assetId: number | null,
  stated: Readonly<Record<Name, Money | null>>,
): Readonly<Record<Name, Money | null>> | Refused {
  const asset = assetId === null ? undefined : assets.get(assetId);
  if (assetId !== null && asset === undefined) return unheld('assetId', assetId);
  const negative = negativeOf(stated);
  if (negative !== undefined) return negative;
  const scaled = atSharedScale(stated, asset?.unitScale ?? 0);
  return 'amounts' in scaled ? scaled.amounts : tooLong(scaled.tooLong, scaled.amount, scaled.scale, asset);
}

function unheld(reference: string, id: number): Refused {
  return refused('INVALID_FIELD', `${reference}: the platform holds no ${id}`);
}

function negativeOf(amounts: Readonly<Record<string, Money | null>>): Refused | undefined {
  for (const [name, amount] of Object.entries(amounts)) {
    const value = amount === null ? undefined : decimal(amount);
    if (value && isNegative(value)) return refused('INVALID_FIELD', `${name}: must not be below zero`, value);
  }
  return undefined;
}

function tooLong(name: string, amount: Decimal, scale: number, asset: AssetRow | undefined): Refused {
  const finest = scale === asset?.unitScale ? `those of ${asset.symbol}` : "the finest of this policy's amounts";
  const message = `${name}: ${formatDecimal(amount)} does not fit a 64-bit integer at ${scale} places, ${finest}`;
  return refused('INVALID_FIELD', message, amount);
}
