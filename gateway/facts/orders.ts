import type { Int64, Money, Ns } from './scalars.ts';

export type OrderSide = 'BUY' | 'SELL';
export type OrderStatus = 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELLED' | 'REJECTED';

/** An order's rejection, by the orders owner at submission or by the venue later. Each leg states its own scale. */
export interface OrderRejection {
  readonly reason: string;
  readonly observedValue: Money | null;
  readonly limitValue: Money | null;
}

export interface OrderRow {
  readonly orderId: Int64;
  readonly orgId: number;
  readonly clientOrderId: string;
  readonly accountId: number;
  readonly credentialId: number;
  readonly instrumentId: number;
  /** 0 for an order placed by an algo instance. */
  readonly userId: number;
  /** null for an order placed by a human; exactly one of the two is set (ORD-16). */
  readonly algoInstanceId: number | null;
  readonly side: OrderSide;
  readonly status: OrderStatus;
  /** null if the order is priced from the venue's quote. */
  readonly price: Money | null;
  readonly qty: Money;
  readonly cumQty: Money;
  readonly leavesQty: Money;
  readonly avgPx: Money | null;
  readonly lastFillPx: Money | null;
  readonly lastFillQty: Money | null;
  readonly rejection: OrderRejection | null;
  readonly createdAtNs: Ns;
  readonly updatedAtNs: Ns;
}

export interface ExecutionRow {
  readonly executionId: Int64;
  readonly orgId: number;
  readonly orderId: Int64;
  readonly accountId: number;
  readonly instrumentId: number;
  readonly side: OrderSide;
  /** The venue's id of the trade. */
  readonly tradeId: string;
  readonly price: Money;
  readonly qty: Money;
  /** Positive for a charge; null only if the venue named no held currency or the amount does not fit (EXE-03). */
  readonly fee: Money | null;
  readonly feeAssetId: number | null;
  readonly venueTsNs: Ns;
  readonly executedAtNs: Ns;
}

/** The commands of a member to the orders owner. Names are already resolved to ids; unset money is null. */
export interface SubmitOrder {
  readonly kind: 'submit';
  /** For an order of an algo instance: the command's principal is userId 0 (ORD-16). Absent for a human's order. */
  readonly algoInstanceId?: number;
  readonly accountId: number;
  readonly instrumentId: number;
  readonly side: OrderSide;
  readonly price: Money | null;
  readonly qty: Money | null;
  /** Set by a member before 0.4.0: the order is compared with each cap at the cap's own scale. */
  readonly capsRounded?: true;
}

export interface CancelOrder {
  readonly kind: 'cancel';
  readonly orderId: Int64;
}

/** A report of the venue, sequenced like any command; it carries no key. */
export type VenueReport =
  | {
      readonly kind: 'fill';
      readonly orderId: Int64;
      readonly tradeId: string;
      readonly price: Money;
      readonly qty: Money;
      readonly fee: Money | null;
      /** The venue's name of the fee's currency; null if it names none. */
      readonly feeCurrency: string | null;
      readonly venueTsNs: Ns;
    }
  | { readonly kind: 'venue-reject'; readonly orderId: Int64; readonly reason: string };
