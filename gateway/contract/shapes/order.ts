import { z } from 'zod';
import { INT32_MAX } from '../int32.ts';
import { REJECTION_REASONS } from '../reasons.ts';
import {
  assumed,
  commandKey,
  int64,
  key32,
  money,
  moneyInput,
  ns,
  nullableMoney,
  reference32,
  text,
} from './scalars.ts';

const side = z.enum(['BUY', 'SELL']);

/** OrderRejected. Each leg states its own scale, as every decimal string does (ORD-19). */
export const orderRejected = z
  .strictObject({
    reason: z
      .enum(REJECTION_REASONS)
      .meta({ id: 'OrderRejectedReason', description: 'Append-only: tolerate unknown reasons.' }),
    observedValue: nullableMoney,
    limitValue: nullableMoney,
  })
  .meta({ id: 'OrderRejected' });

/** An order as served. */
export const orderRow = z
  .strictObject({
    orderId: int64,
    clientOrderId: z.string(),
    accountId: key32,
    credentialId: key32,
    instrumentId: key32.meta(assumed),
    userId: z.int().min(0).max(INT32_MAX).meta({ description: '0 for an order placed by an algo instance.' }),
    algoInstanceId: key32.nullable().optional().meta({ description: 'null for an order placed by a human.' }),
    side: side.meta(assumed),
    status: z.enum(['OPEN', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'REJECTED']).meta(assumed),
    price: nullableMoney.meta({ description: 'null: priced from the venue’s quote.' }),
    qty: money,
    cumQty: money,
    leavesQty: money,
    avgPx: nullableMoney,
    lastFillPx: nullableMoney,
    lastFillQty: nullableMoney,
    rejection: orderRejected.nullable().meta(assumed),
    createdAtNs: ns.meta(assumed),
    updatedAtNs: ns.meta(assumed),
  })
  .meta({ id: 'OrderUpdated' });

/** The body of POST /orders. */
export const submitOrderBody = z
  .strictObject({
    accountId: reference32.meta({ description: 'One of accountId and account is required; both must agree.' }),
    account: z.string().nullable().optional().meta({
      description: 'Display name of an account of the caller’s organisation, matched exactly.',
    }),
    instrumentId: reference32.meta({ description: 'One of instrumentId and instrument is required; both must agree.' }),
    instrument: text(128, 1).nullable().optional().meta({ description: 'Platform symbol, matched exactly.' }),
    clientOrderId: commandKey.optional().meta({ description: 'Equals the Idempotency-Key of the request.' }),
    side: side.optional().meta({ ...assumed, description: 'BUY where absent.' }),
    price: moneyInput.meta({ description: 'Unset (absent, null, 0): a market order, priced from the venue’s quote.' }),
    qty: moneyInput,
  })
  .superRefine((body, context) => {
    for (const [id, alias] of [
      ['accountId', 'account'],
      ['instrumentId', 'instrument'],
    ] as const) {
      if (!body[id] && body[alias] == null)
        context.addIssue({ code: 'custom', message: `${id} or ${alias} is required` });
    }
  })
  .meta({
    id: 'SubmitOrderBody',
    description:
      'accountId or account is required, and instrumentId or instrument is: state one of each pair, or both where they agree.',
    example: { account: 'main', instrument: 'BTC-USD', side: 'BUY', price: '100.00', qty: '1' },
  });

export type SubmitOrderBody = z.infer<typeof submitOrderBody>;

/**
 * The members that a cancel may restate. They may contradict the path or the key, but never change which order is
 * cancelled.
 */
export const cancelOrderBody = z
  .strictObject({
    orderId: int64.optional().meta(assumed),
    clientOrderId: commandKey
      .optional()
      .meta({ ...assumed, description: 'Equals the Idempotency-Key of the request.' }),
  })
  .meta({ id: 'CancelOrderBody' });
