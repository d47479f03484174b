import type { TradingPolicyRow } from '../../gateway/facts.ts';
import { NAMED_INSTRUMENTS } from './market.ts';
import { ORG_IDS } from './organisations.ts';

export const CAPS = { maxOrderQty: '1000', maxOrderNotional: '1000000' } as const;

/** The ceiling is the organisation's default; the cap on open orders governs one instrument, so each is met without the other. */
export const CEILING = { maxOrdersPerMinute: 3, maxOpenOrders: 2, openOrdersOn: NAMED_INSTRUMENTS.feeless } as const;

const STANDING = {
  status: 'ACTIVE',
  pendingTransition: null,
  proposedByUserId: null,
  approvedByUserId: null,
  version: 1,
} as const;

const UNCAPPED = {
  maxOrderQty: null,
  maxOrderNotional: null,
  maxOpenOrders: null,
  maxOrdersPerMinute: null,
  ...STANDING,
} as const;

export const POLICIES: readonly TradingPolicyRow[] = [
  { tradingPolicyId: 1, orgId: ORG_IDS.first, instrumentId: null, ...UNCAPPED },
  { tradingPolicyId: 2, orgId: ORG_IDS.first, instrumentId: NAMED_INSTRUMENTS.plain.id, ...UNCAPPED, ...CAPS },
  {
    tradingPolicyId: 3,
    orgId: ORG_IDS.throttled,
    instrumentId: null,
    ...UNCAPPED,
    maxOrdersPerMinute: CEILING.maxOrdersPerMinute,
  },
  {
    tradingPolicyId: 4,
    orgId: ORG_IDS.throttled,
    instrumentId: CEILING.openOrdersOn.id,
    ...UNCAPPED,
    maxOpenOrders: CEILING.maxOpenOrders,
  },
];
