import { z } from 'zod';
import { assumed, int64, key32, money, ns, nullableMoney } from './scalars.ts';

/** An execution as served. */
export const executionRow = z
  .strictObject({
    executionId: int64,
    orderId: int64.meta(assumed),
    accountId: key32.meta(assumed),
    instrumentId: key32.meta(assumed),
    side: z.enum(['BUY', 'SELL']).meta(assumed),
    tradeId: z.string(),
    price: money.meta(assumed),
    qty: money.meta(assumed),
    fee: nullableMoney.meta({
      description: 'Positive for a charge; null where the venue named no held currency or the amount does not fit.',
    }),
    feeAssetId: key32.nullable(),
    venueTsNs: ns.meta(assumed),
    executedAtNs: ns.meta(assumed),
  })
  .meta({ id: 'ExecutionRecorded' });
