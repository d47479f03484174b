/**
 * The refusals of a submission, in the order in which the orders owner judges: where several apply, the first is the
 * answer. A rule may rely on those above it: below INSTRUMENT_NOT_LIVE the instrument is held, below the first
 * INVALID_FIELD the quantity is above zero and both grids are stated (`submission-rules.test.ts` has a row for each).
 */

import {
  compare,
  type Decimal,
  decimal,
  decimalOf,
  divide,
  fitsInt64At,
  formatDecimal,
  isMultipleOf,
  isNegative,
  multiply,
} from '../../../gateway/contract/decimal.ts';
import type { REJECTION_REASONS } from '../../../gateway/contract/reasons.ts';
import type { SubmitOrder } from '../../../gateway/facts.ts';
import { livingOf, MINUTE_NS } from './state.ts';
import type { Submission } from './submission.ts';

interface Finding {
  readonly message: string;
  readonly observed?: Decimal;
  readonly limit?: Decimal;
}

interface Rule {
  readonly reason: (typeof REJECTION_REASONS)[number];
  finds(submission: Submission): Finding | undefined;
}

/** The rules, in the order in which they are judged. */
export const SUBMISSION_RULES: readonly Rule[] = [
  {
    reason: 'CAPABILITY_DENIED',
    finds: ({ denied }) => (denied === undefined ? undefined : { message: denied }),
  },
  {
    reason: 'INSTRUMENT_NOT_LIVE',
    finds: ({ instrument, order }) =>
      instrument?.status === 'LIVE'
        ? undefined
        : { message: `instrument ${order.instrumentId} is not open for orders` },
  },
  {
    // The same message for another organisation's account and for a missing one (ORD-06).
    reason: 'ACCOUNT_NOT_ACTIVE',
    finds: ({ account, order }) =>
      account?.status === 'ACTIVE'
        ? undefined
        : { message: `account ${order.accountId} is not an active account of the organisation` },
  },
  {
    reason: 'CREDENTIAL_UNAVAILABLE',
    finds: ({ account, order }) =>
      account?.credentialId == null
        ? { message: `account ${order.accountId} is bound to no credential that can trade` }
        : undefined,
  },
  {
    reason: 'CREDENTIAL_NOT_ACTIVE',
    finds: ({ account, credential }) =>
      credential?.status === 'ACTIVE'
        ? undefined
        : { message: `credential ${account?.credentialId} is ${credential?.status ?? 'not approved'}` },
  },
  {
    reason: 'CREDENTIAL_UNAVAILABLE',
    finds: ({ account, credential }) =>
      credential?.canTrade === false
        ? { message: `credential ${account?.credentialId} is approved to read balances alone` }
        : undefined,
  },
  {
    reason: 'INVALID_FIELD',
    finds: ({ qty }) => (qty === undefined ? { message: 'qty: an order states one above zero' } : undefined),
  },
  {
    reason: 'INVALID_FIELD',
    finds: ({ qty }) => (qty && isNegative(qty) ? { message: 'qty: must be above zero', observed: qty } : undefined),
  },
  {
    reason: 'INVALID_FIELD',
    finds: ({ price }) =>
      price && isNegative(price) ? { message: 'price: must be above zero', observed: price } : undefined,
  },
  {
    reason: 'INVALID_FIELD',
    finds: ({ instrument }) =>
      instrument?.tick == null
        ? { message: `price: the platform states no tick for ${instrument?.symbol}` }
        : undefined,
  },
  {
    reason: 'INVALID_FIELD',
    finds: ({ instrument }) =>
      instrument?.step == null ? { message: `qty: the platform states no step for ${instrument?.symbol}` } : undefined,
  },
  {
    reason: 'INVALID_FIELD',
    finds: ({ price, instrument }) => pastInt64('price', price, instrument?.workingScale ?? 0),
  },
  { reason: 'INVALID_FIELD', finds: ({ qty, instrument }) => pastInt64('qty', qty, instrument?.workingScale ?? 0) },
  {
    reason: 'TICK_SIZE_VIOLATION',
    finds: ({ price, instrument }) => offGrid('price', price, 'tick', instrument?.tick),
  },
  { reason: 'QTY_STEP_VIOLATION', finds: ({ qty, instrument }) => offGrid('qty', qty, 'step', instrument?.step) },
  {
    reason: 'NO_REFERENCE_PRICE',
    finds: ({ reference }) =>
      reference?.lacks === undefined ? undefined : { message: `no price, and no reference price: ${reference.lacks}` },
  },
  {
    reason: 'POLICY_HALTED',
    finds: ({ caps: { halted } }) =>
      halted && { message: `trading policy ${halted.tradingPolicyId} is halted: resume it, or retire it` },
  },
  {
    reason: 'MAX_ORDER_QTY_EXCEEDED',
    finds: ({ qty, caps: { maxOrderQty }, order }) =>
      above('qty', compared(order, qty, maxOrderQty), 'maxOrderQty', maxOrderQty),
  },
  {
    reason: 'MAX_ORDER_NOTIONAL_EXCEEDED',
    finds: ({ price, reference, qty, caps: { maxOrderNotional }, order }) => {
      const at = price ?? reference?.price;
      const notional = at && qty && multiply(at, qty);
      return above('price x qty', compared(order, notional, maxOrderNotional), 'maxOrderNotional', maxOrderNotional);
    },
  },
  {
    reason: 'MAX_OPEN_ORDERS_EXCEEDED',
    finds: ({ state, orgId, caps }) => {
      const openWithIt = livingOf(state, orgId) + 1;
      return above('open orders', whole(openWithIt), 'maxOpenOrders', whole(caps.maxOpenOrders));
    },
  },
  {
    // The minute is half open: an order accepted exactly 60 s ago no longer counts. Refused ones never count.
    reason: 'RATE_CEILING',
    finds: ({ state, orgId, atNs, caps }) => {
      const ceiling = caps.maxOrdersPerMinute;
      if (ceiling === undefined) return undefined;
      const accepted = state.acceptedAtNs.get(orgId);
      const earlier = ceiling === 0 ? atNs : accepted?.get(accepted.size - ceiling);
      if ((accepted?.size ?? 0) < ceiling || earlier === undefined || atNs - earlier >= MINUTE_NS) return undefined;
      return {
        message: `the organisation may submit ${ceiling} orders a minute`,
        observed: decimalOf(BigInt(ceiling + 1), 0),
        limit: decimalOf(BigInt(ceiling), 0),
      };
    },
  },
];

function pastInt64(field: string, value: Decimal | undefined, workingScale: number): Finding | undefined {
  // The grid rule refuses a value finer than the working scale.
  if (value === undefined || fitsInt64At(value, Math.max(workingScale, value.scale))) return undefined;
  return {
    message: `${field}: does not fit a 64-bit integer at the instrument's ${workingScale} places`,
    observed: value,
  };
}

function offGrid(
  field: string,
  value: Decimal | undefined,
  grid: string,
  step: string | null | undefined,
): Finding | undefined {
  if (value === undefined || step == null || isMultipleOf(value, decimal(step))) return undefined;
  return {
    message: `${field}: ${formatDecimal(value)} is no multiple of the ${grid} ${step}`,
    observed: value,
    limit: decimal(step),
  };
}

/** The value to compare with a cap: exact, except for orders of older members. */
function compared(
  { capsRounded }: SubmitOrder,
  value: Decimal | undefined,
  cap: Decimal | undefined,
): Decimal | undefined {
  if (capsRounded !== true || value === undefined || cap === undefined) return value;
  return divide(value, decimalOf(1n, 0), cap.scale);
}

function above(what: string, value: Decimal | undefined, cap: string, limit: Decimal | undefined): Finding | undefined {
  if (value === undefined || limit === undefined || compare(value, limit) <= 0) return undefined;
  return {
    message: `${what}: ${formatDecimal(value)} is above ${cap} ${formatDecimal(limit)}`,
    observed: value,
    limit,
  };
}

function whole(count: number | undefined): Decimal | undefined {
  return count === undefined ? undefined : decimalOf(BigInt(count), 0);
}
