/**
 * Policies of every family in every state, so that a fresh sandbox shows each; their caps are far from what orders
 * request.
 */
import type {
  AssetPolicyTerms,
  AssetRow,
  ChainPolicyTerms,
  Fact,
  PolicyStanding,
  TradingPolicyRow,
} from '../../gateway/facts.ts';
import { recorded } from '../owners/register/write.ts';
import { ASSETS_BY_SYMBOL, NAMED_INSTRUMENTS } from './market.ts';
import { ORG_IDS, userIdOf } from './organisations.ts';

const { first, second, throttled } = ORG_IDS;

/** The caps on the fixtures' instrument. */
export const CAPS = { maxOrderQty: '1000', maxOrderNotional: '1000000' } as const;

/**
 * The ceiling is in the organisation's default row; the cap on open orders is in one instrument's row, so each can be
 * reached without the other.
 */
export const CEILING = { maxOrdersPerMinute: 3, maxOpenOrders: 2, openOrdersOn: NAMED_INSTRUMENTS.feeless } as const;

const none = { pendingTransition: null, proposedByUserId: null, approvedByUserId: null } as const;
const byTheDeputy = { ...none, proposedByUserId: userIdOf('deputy') } as const;
const byTheAdmin = { ...none, proposedByUserId: userIdOf('admin') } as const;
const approvedByTheDeputy = { ...byTheAdmin, approvedByUserId: userIdOf('deputy') } as const;

/** The history of a row of the first organisation: a version for each step. */
const STANDING = {
  /** Stated by the platform itself. */
  own: { status: 'ACTIVE', ...none, version: 1 },
  active: { status: 'ACTIVE', ...approvedByTheDeputy, version: 2 },
  halted: { status: 'HALTED', ...approvedByTheDeputy, version: 3 },
  retired: { status: 'RETIRED', ...approvedByTheDeputy, version: 3 },
  proposed: { status: 'PROPOSED', ...byTheDeputy, version: 1 },
  withdrawn: { status: 'WITHDRAWN', ...byTheDeputy, version: 2 },
  amended: { status: 'ACTIVE', ...byTheDeputy, pendingTransition: 'AMEND', version: 3 },
} as const satisfies Record<string, Omit<PolicyStanding, 'orgId'>>;

/** A proposal, also a withdrawn one, has no approved terms; an amendment waits next to the approved terms. */
function approvedOf<Row extends PolicyStanding>(row: Row, before: Partial<Row> | undefined): Row | null | undefined {
  if (row.status === 'PROPOSED' || row.status === 'WITHDRAWN') return null;
  return before === undefined ? undefined : { ...row, ...STANDING.active, ...before };
}

const uncapped = { maxOrderQty: null, maxOrderNotional: null, maxOpenOrders: null, maxOrdersPerMinute: null } as const;

/** @param instrument null: the organisation-wide default row. */
function trading(
  tradingPolicyId: number,
  orgId: number,
  instrument: { readonly id: number } | null,
  standing: keyof typeof STANDING,
  caps: Partial<TradingPolicyRow> = {},
  before?: Partial<TradingPolicyRow>,
): readonly Fact[] {
  const instrumentId = instrument?.id ?? null;
  const row = { tradingPolicyId, orgId, instrumentId, ...uncapped, ...STANDING[standing], ...caps };
  return recorded('trading-policies', row, approvedOf<typeof row>(row, before));
}

const { plain, unpriced, offGrid, finer, governed } = NAMED_INSTRUMENTS;
const { maxOrdersPerMinute, maxOpenOrders, openOrdersOn } = CEILING;

const TRADING = [
  trading(1, first, null, 'own'),
  trading(2, first, plain, 'own', CAPS),
  trading(3, throttled, null, 'own', { maxOrdersPerMinute }),
  trading(4, throttled, openOrdersOn, 'own', { maxOpenOrders }),
  trading(5, first, governed, 'halted', { maxOrderQty: '250.5' }),
  trading(6, first, finer, 'proposed', { maxOrderQty: '7500.125', maxOpenOrders: 500 }),
  trading(7, first, unpriced, 'amended', { maxOrderQty: '500000' }, { maxOrderQty: '1000000' }),
  trading(8, first, finer, 'retired', { maxOrderQty: '1' }),
  trading(9, first, offGrid, 'withdrawn', { maxOrderNotional: '0.01' }),
  trading(10, second, plain, 'own', { maxOrderQty: '100000', maxOrderNotional: '50000000' }),
];

type AssetTerms = Partial<AssetPolicyTerms>;

/** @param of null: the organisation-wide row. Amounts are written at their common scale. */
function asset(
  assetPolicyId: number,
  orgId: number,
  of: AssetRow | null,
  standing: keyof typeof STANDING,
  terms: AssetTerms = {},
  before?: AssetTerms,
): readonly Fact[] {
  const unset = { maxTicketAmount: null, approvalThresholdAmount: null, reconciliationToleranceAmount: null };
  const row = { assetPolicyId, orgId, assetId: of?.assetId ?? null, ...unset, ...STANDING[standing], ...terms };
  return recorded('asset-policies', row, approvedOf<typeof row>(row, before));
}

const { USD, BTC, ETH, XRP, ADA, DOT } = ASSETS_BY_SYMBOL;

const ASSET = [
  asset(1, first, null, 'own'),
  asset(2, first, BTC, 'active', { maxTicketAmount: '25.00000000', approvalThresholdAmount: '1.50000000' }),
  asset(3, first, ETH, 'proposed', { maxTicketAmount: '2.500000000000000000' }),
  asset(
    4,
    first,
    USD,
    'amended',
    { maxTicketAmount: '250000.00000000', reconciliationToleranceAmount: '0.01000000' },
    { maxTicketAmount: '100000.00000000', reconciliationToleranceAmount: '0.01000000' },
  ),
  asset(5, first, XRP, 'halted', { maxTicketAmount: '50000.000000' }),
  asset(6, first, ADA, 'retired', { approvalThresholdAmount: '1000.000000' }),
  asset(7, first, DOT, 'withdrawn', { maxTicketAmount: '10.0000000000' }),
  asset(8, second, BTC, 'own', { maxTicketAmount: '5.00000000' }),
];

type ChainTerms = Partial<ChainPolicyTerms>;

function chain(
  chainPolicyId: number,
  orgId: number,
  of: AssetRow | null,
  on: string,
  standing: keyof typeof STANDING,
  terms: ChainTerms = {},
  before?: ChainTerms,
): readonly Fact[] {
  const unset = { minTransferAmount: null, maxTransferAmount: null };
  const row = {
    chainPolicyId,
    orgId,
    assetId: of?.assetId ?? null,
    chain: on,
    ...unset,
    ...STANDING[standing],
    ...terms,
  };
  return recorded('chain-policies', row, approvedOf<typeof row>(row, before));
}

const CHAIN = [
  chain(1, first, null, 'BITCOIN', 'own'),
  chain(2, first, BTC, 'BITCOIN', 'active', { minTransferAmount: '0.00010000', maxTransferAmount: '10.00000000' }),
  chain(3, first, ETH, 'ETHEREUM', 'proposed', { minTransferAmount: '0.010000000000000000' }),
  chain(
    4,
    first,
    XRP,
    'RIPPLE',
    'amended',
    { minTransferAmount: '1.000000', maxTransferAmount: '20000.000000' },
    { minTransferAmount: '20.000000', maxTransferAmount: '10000.000000' },
  ),
  chain(5, first, ADA, 'CARDANO', 'halted', { maxTransferAmount: '5000.000000' }),
  chain(6, first, DOT, 'POLKADOT', 'retired', { maxTransferAmount: '100.0000000000' }),
  chain(7, first, BTC, 'LIGHTNING', 'withdrawn', { maxTransferAmount: '0.05000000' }),
  chain(8, second, BTC, 'BITCOIN', 'own', { maxTransferAmount: '2.00000000' }),
];

/** The statements of every policy. */
export const POLICY_FACTS: readonly Fact[] = [...ASSET, ...CHAIN, ...TRADING].flat();
