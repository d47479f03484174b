/** The three policy families. A null amount, cap or bound is unset (POL-02). */
import type { Money } from './scalars.ts';

export type PolicyStatus = 'PROPOSED' | 'ACTIVE' | 'HALTED' | 'RETIRED' | 'WITHDRAWN';

/** The members of every policy row besides its terms. */
export interface PolicyStanding {
  readonly orgId: number;
  readonly status: PolicyStatus;
  /** AMEND: new terms wait for approval, and the approved terms still bind. */
  readonly pendingTransition: 'AMEND' | null;
  /** The proposer of the waiting change, or of the last approved one. null for the platform. */
  readonly proposedByUserId: number | null;
  /** null if the row's terms wait for approval or are the platform's own. */
  readonly approvedByUserId: number | null;
  readonly version: number;
}

export interface AssetPolicyTerms {
  /** null for the organisation-wide row, which takes no amounts (MON-17). */
  readonly assetId: number | null;
  readonly maxTicketAmount: Money | null;
  readonly approvalThresholdAmount: Money | null;
  readonly reconciliationToleranceAmount: Money | null;
}

export interface ChainPolicyTerms {
  /** null as for an asset policy. */
  readonly assetId: number | null;
  readonly chain: string;
  readonly minTransferAmount: Money | null;
  readonly maxTransferAmount: Money | null;
}

/** Caps on orders; `instrumentId` null is the organisation-wide default row, which takes no money caps. */
export interface TradingPolicyTerms {
  readonly instrumentId: number | null;
  readonly maxOrderQty: Money | null;
  readonly maxOrderNotional: Money | null;
  readonly maxOpenOrders: number | null;
  readonly maxOrdersPerMinute: number | null;
}

export interface AssetPolicyRow extends AssetPolicyTerms, PolicyStanding {
  readonly assetPolicyId: number;
}

export interface ChainPolicyRow extends ChainPolicyTerms, PolicyStanding {
  readonly chainPolicyId: number;
}

export interface TradingPolicyRow extends TradingPolicyTerms, PolicyStanding {
  readonly tradingPolicyId: number;
}
