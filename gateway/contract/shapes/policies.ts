import { z } from 'zod';
import { isZero, parseDecimal } from '../decimal.ts';
import { chain } from './register.ts';
import { assumed, key32, moneyInput, nullableMoney, reference32, remark, restatedVersion, version } from './scalars.ts';

const standing = {
  status: z.enum(['PROPOSED', 'ACTIVE', 'HALTED', 'RETIRED', 'WITHDRAWN']).meta(assumed),
  pendingTransition: z
    .enum(['AMEND'])
    .nullable()
    .meta({ ...assumed, description: 'AMEND: new terms wait for approval; the approved ones go on to bind.' }),
  proposedByUserId: key32.nullable().meta(assumed),
  approvedByUserId: key32.nullable().meta(assumed),
  version,
};

/** Open orders, or orders a minute; 0 and null are unset. */
const count = z.int().min(0).max(2_147_483_647).nullable().optional();
const countRead = key32.nullable();

const assetId = reference32.meta({
  ...assumed,
  description: 'Unset: the organisation-wide row, which takes no amounts.',
});
const assetAmounts = {
  maxTicketAmount: moneyInput,
  approvalThresholdAmount: moneyInput,
  reconciliationToleranceAmount: moneyInput,
};
const chainAmounts = { minTransferAmount: moneyInput, maxTransferAmount: moneyInput };
const tradingCaps = { maxOrderQty: moneyInput, maxOrderNotional: moneyInput };
const instrumentId = reference32.meta({
  ...assumed,
  description: 'Unset: the organisation-wide default row, which takes no money caps.',
});

/** An amount is an amount of something: beside no asset or instrument it is refused (MON-17). */
function amountsOf<Shape extends z.ZodRawShape>(
  id: string,
  reference: string,
  amounts: readonly string[],
  shape: Shape,
  example: Readonly<Record<string, unknown>>,
) {
  return z
    .strictObject(shape)
    .superRefine((body, context) => {
      const stated = body as Readonly<Record<string, unknown>>;
      if (stated[reference]) return;
      for (const name of amounts) {
        const value = parseDecimal(String(stated[name] ?? '0'));
        if (value === undefined || isZero(value)) continue;
        context.addIssue({ code: 'custom', path: [name], message: `an amount beside no ${reference}` });
      }
    })
    .meta({ id, ...assumed, example });
}

export const assetPolicyRow = z
  .strictObject({
    assetPolicyId: key32,
    assetId: key32.nullable().meta(assumed),
    maxTicketAmount: nullableMoney,
    approvalThresholdAmount: nullableMoney,
    reconciliationToleranceAmount: nullableMoney,
    ...standing,
  })
  .meta({ id: 'AssetPolicy' });
const assetExample = { assetId: 2, maxTicketAmount: '10', approvalThresholdAmount: '2.5' };
const assetTerms = { assetId, ...assetAmounts, remark };
export const createAssetPolicyBody = amountsOf(
  'CreateAssetPolicyBody',
  'assetId',
  Object.keys(assetAmounts),
  assetTerms,
  assetExample,
);
export const restateAssetPolicyBody = amountsOf(
  'RestateAssetPolicyBody',
  'assetId',
  Object.keys(assetAmounts),
  {
    assetPolicyId: key32.optional(),
    ...assetTerms,
    version: restatedVersion,
  },
  assetExample,
);

export const chainPolicyRow = z
  .strictObject({
    chainPolicyId: key32,
    assetId: key32.nullable().meta(assumed),
    chain,
    minTransferAmount: nullableMoney,
    maxTransferAmount: nullableMoney,
    ...standing,
  })
  .meta({ id: 'ChainPolicy' });
const chainExample = { assetId: 2, chain: 'BITCOIN', minTransferAmount: '0.001', maxTransferAmount: '5' };
const chainTerms = { assetId, chain, ...chainAmounts, remark };
export const createChainPolicyBody = amountsOf(
  'CreateChainPolicyBody',
  'assetId',
  Object.keys(chainAmounts),
  chainTerms,
  chainExample,
);
export const restateChainPolicyBody = amountsOf(
  'RestateChainPolicyBody',
  'assetId',
  Object.keys(chainAmounts),
  {
    chainPolicyId: key32.optional(),
    ...chainTerms,
    version: restatedVersion,
  },
  chainExample,
);

export const tradingPolicyRow = z
  .strictObject({
    tradingPolicyId: key32,
    instrumentId: key32.nullable().meta(assumed),
    maxOrderQty: nullableMoney,
    maxOrderNotional: nullableMoney,
    maxOpenOrders: countRead,
    maxOrdersPerMinute: countRead,
    ...standing,
  })
  .meta({ id: 'TradingPolicy' });
const tradingExample = { instrumentId: 1, maxOrderQty: '100', maxOrderNotional: '250000.00', maxOpenOrders: 50 };
const tradingTerms = { instrumentId, ...tradingCaps, maxOpenOrders: count, maxOrdersPerMinute: count, remark };
export const createTradingPolicyBody = amountsOf(
  'CreateTradingPolicyBody',
  'instrumentId',
  Object.keys(tradingCaps),
  tradingTerms,
  tradingExample,
);
export const restateTradingPolicyBody = amountsOf(
  'RestateTradingPolicyBody',
  'instrumentId',
  Object.keys(tradingCaps),
  { tradingPolicyId: key32.optional(), ...tradingTerms, version: restatedVersion },
  tradingExample,
);
