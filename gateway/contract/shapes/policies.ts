import { z } from 'zod';
import { isZero, parseDecimal } from '../decimal.ts';
import { INT32_MAX } from '../int32.ts';
import { chain } from './register.ts';
import { assumed, key32, moneyInput, nullableMoney, reference32, remark, restatedVersion, version } from './scalars.ts';

const standing = {
  status: z.enum(['PROPOSED', 'ACTIVE', 'HALTED', 'RETIRED', 'WITHDRAWN']).meta(assumed),
  pendingTransition: z
    .enum(['AMEND'])
    .nullable()
    .meta({ ...assumed, description: 'AMEND: new terms wait for approval; the approved ones go on to bind.' }),
  proposedByUserId: key32.nullable().meta(assumed),
  approvedByUserId: key32
    .nullable()
    .meta({ ...assumed, description: 'null: what the row states waits, or is the platform’s own.' }),
  version,
};

const assetId = reference32.meta({
  ...assumed,
  description: 'Unset: the organisation-wide row, which takes no amounts.',
});
const instrumentId = reference32.meta({
  ...assumed,
  description: 'Unset: the organisation-wide default row, which takes no money caps.',
});

/** A number of open orders, or of orders a minute; 0 and null are unset. */
const count = z.int().min(0).max(INT32_MAX).nullable().optional();
const countRead = key32.nullable();

const TICKET = { description: 'null: no cap.' };
const THRESHOLD = { description: 'null: every transfer requires approval.' };
const TOLERANCE = { description: 'null: exact reconciliation.' };
const BOUND = { description: 'null: no bound.' };
const CAP = { description: 'null: no cap.' };
const COUNT = {
  description:
    'Over the organisation’s orders as a whole; the tighter of this and the default row’s binds. null: no cap.',
};

const assetAmounts = {
  maxTicketAmount: moneyInput,
  approvalThresholdAmount: moneyInput,
  reconciliationToleranceAmount: moneyInput,
};
const chainAmounts = { minTransferAmount: moneyInput, maxTransferAmount: moneyInput };
const tradingCaps = { maxOrderQty: moneyInput, maxOrderNotional: moneyInput };

const assetTerms = { assetId, ...assetAmounts, remark };
const chainTerms = { assetId, chain, ...chainAmounts, remark };
const tradingTerms = { instrumentId, ...tradingCaps, maxOpenOrders: count, maxOrdersPerMinute: count, remark };

/** Bodies that a client can send after it replaces the ids. */
const EXAMPLES = {
  asset: { assetId: 2, maxTicketAmount: '10', approvalThresholdAmount: '2.5' },
  chain: { assetId: 2, chain: 'BITCOIN', minTransferAmount: '0.001', maxTransferAmount: '5' },
  trading: { instrumentId: 1, maxOrderQty: '100', maxOrderNotional: '250000.00', maxOpenOrders: 50 },
} as const;

/** Refuses an amount in a body that names no asset or instrument (MON-17). */
function amountsAreOf(reference: 'assetId' | 'instrumentId', amounts: object) {
  return (body: Readonly<Record<string, unknown>>, context: Pick<z.RefinementCtx, 'addIssue'>): void => {
    if (body[reference]) return;
    for (const name of Object.keys(amounts)) {
      if (!isSet(body[name])) continue;
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `an amount beside no ${reference}; state both or none`,
        params: { scale: 'unknown' },
      });
    }
  };
}

function isSet(amount: unknown): boolean {
  const value = typeof amount === 'string' ? parseDecimal(amount) : undefined;
  return value !== undefined && !isZero(value);
}

/** An asset policy as served. */
export const assetPolicyRow = z
  .strictObject({
    assetPolicyId: key32,
    assetId: key32.nullable().meta(assumed),
    maxTicketAmount: nullableMoney.meta(TICKET),
    approvalThresholdAmount: nullableMoney.meta(THRESHOLD),
    reconciliationToleranceAmount: nullableMoney.meta(TOLERANCE),
    ...standing,
  })
  .meta({ id: 'AssetPolicy' });

/** The body that proposes an asset policy. Amounts require an asset (MON-17). */
export const createAssetPolicyBody = z
  .strictObject(assetTerms)
  .superRefine(amountsAreOf('assetId', assetAmounts))
  .meta({ id: 'CreateAssetPolicyBody', ...assumed, example: EXAMPLES.asset });

/** The body that restates an asset policy as a whole. */
export const restateAssetPolicyBody = z
  .strictObject({ assetPolicyId: key32.optional(), ...assetTerms, version: restatedVersion })
  .superRefine(amountsAreOf('assetId', assetAmounts))
  .meta({ id: 'RestateAssetPolicyBody', ...assumed, example: EXAMPLES.asset });

/** A chain policy as served. */
export const chainPolicyRow = z
  .strictObject({
    chainPolicyId: key32,
    assetId: key32.nullable().meta(assumed),
    chain,
    minTransferAmount: nullableMoney.meta(BOUND),
    maxTransferAmount: nullableMoney.meta(BOUND),
    ...standing,
  })
  .meta({ id: 'ChainPolicy' });

/** The body that proposes a chain policy. Amounts require an asset (MON-17). */
export const createChainPolicyBody = z
  .strictObject(chainTerms)
  .superRefine(amountsAreOf('assetId', chainAmounts))
  .meta({ id: 'CreateChainPolicyBody', ...assumed, example: EXAMPLES.chain });

/** The body that restates a chain policy as a whole. */
export const restateChainPolicyBody = z
  .strictObject({ chainPolicyId: key32.optional(), ...chainTerms, version: restatedVersion })
  .superRefine(amountsAreOf('assetId', chainAmounts))
  .meta({ id: 'RestateChainPolicyBody', ...assumed, example: EXAMPLES.chain });

/** A trading policy as served. */
export const tradingPolicyRow = z
  .strictObject({
    tradingPolicyId: key32,
    instrumentId: key32.nullable().meta(assumed),
    maxOrderQty: nullableMoney.meta(CAP),
    maxOrderNotional: nullableMoney.meta(CAP),
    maxOpenOrders: countRead.meta(COUNT),
    maxOrdersPerMinute: countRead.meta(COUNT),
    ...standing,
  })
  .meta({ id: 'TradingPolicy' });

/** The body that proposes a trading policy. Money caps require an instrument (MON-17). */
export const createTradingPolicyBody = z
  .strictObject(tradingTerms)
  .superRefine(amountsAreOf('instrumentId', tradingCaps))
  .meta({ id: 'CreateTradingPolicyBody', ...assumed, example: EXAMPLES.trading });

/** The body that restates a trading policy as a whole. */
export const restateTradingPolicyBody = z
  .strictObject({ tradingPolicyId: key32.optional(), ...tradingTerms, version: restatedVersion })
  .superRefine(amountsAreOf('instrumentId', tradingCaps))
  .meta({ id: 'RestateTradingPolicyBody', ...assumed, example: EXAMPLES.trading });
