/** Shapes of the venue's operations in the control plane. */
import { z } from 'zod';
import { REJECTION_REASONS } from '../../gateway/contract/reasons.ts';
import { amount, rowId, signedAmount } from './money-shapes.ts';
import { count, ns } from './quantities.ts';

const position = z.int().min(1).nullable().meta({
  description:
    'The position of its record; null: a fault or an absent owner delays the report, and it is recorded later',
});

const money = z.string();

/** An open order. */
export const openOrder = z
  .looseObject({
    orderId: z.string(),
    orgId: count,
    accountId: count,
    instrumentId: count,
    side: z.enum(['BUY', 'SELL']),
    status: z.enum(['OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'REJECTED']),
    price: money.nullable(),
    qty: money,
    cumQty: money,
    leavesQty: money,
  })
  .meta({ id: 'VenueOrder', description: "An order's row in the platform's records" });

/** Open orders of all organisations, the newest first. */
export const openOrders = z.strictObject({ items: z.array(openOrder) }).meta({ id: 'VenueOrders' });

/** The terms of a trade. */
export const fillRequest = z
  .strictObject({
    qty: amount.optional().meta({ description: 'The traded quantity; absent: the remaining quantity of the order.' }),
    price: amount.optional().meta({
      description:
        "The price; absent: the order's own, or the venue's quote if it has none. A price worse than the order's own is recorded too.",
    }),
  })
  .meta({ id: 'FillOrder', example: { qty: '0.4', price: '99.50' } });

/** A trade that the venue reports, and the order afterwards. */
export const fill = z
  .strictObject({
    position,
    tradeId: z.string(),
    price: money,
    qty: money,
    fee: money.nullable(),
    feeCurrency: z.string().nullable(),
    venueTsNs: ns,
    order: openOrder,
  })
  .meta({ id: 'VenueFill' });

/** The reason of a rejection. */
export const rejectRequest = z
  .strictObject({
    // SCALE_UNKNOWN is retired: no member answers it (SVC-12).
    reason: z
      .enum(REJECTION_REASONS)
      .exclude(['SCALE_UNKNOWN'])
      .meta({ description: 'A published reason, which becomes OrderRejected.reason' }),
  })
  .meta({ id: 'RejectOrder', example: { reason: 'RATE_CEILING' } });

/** The order after its rejection. */
export const rejection = z.strictObject({ position, order: openOrder }).meta({ id: 'VenueRejection' });

/** The new balance of an asset in an account. */
export const balanceRequest = z
  .strictObject({
    accountId: rowId,
    asset: z.union([rowId, z.string().min(1)]).meta({ description: 'Its id, or its symbol such as USD' }),
    total: signedAmount.meta({
      description: 'The new total at the venue; the part that open orders lock is held, and the rest is available',
    }),
  })
  .meta({ id: 'SetBalance', example: { accountId: 1, asset: 'USD', total: '250.00' } });

/** The reading that the venue reports. */
export const balanceSet = z
  .strictObject({
    position,
    balance: z.looseObject({ accountId: count, assetId: count, total: money, available: money, held: money }),
  })
  .meta({ id: 'VenueBalance' });
