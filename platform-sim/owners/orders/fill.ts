/** The venue's reports of an order. Nothing here is refused: a report that cannot count has no facts. */
import {
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  fitsInt64At,
  fitsInt64AtOwnScale,
  formatDecimal,
  isNegative,
  isZero,
  MONEY_MAX_FRACTIONAL_DIGITS,
  multiply,
  parseDecimal,
  subtract,
} from '../../../gateway/contract/decimal.ts';
import type { ExecutionRow, Fact, Money, OrderRejection, OrderRow, VenueReport } from '../../../gateway/facts.ts';
import type { Sequenced } from '../../owner.ts';
import type { Directory } from '../directory.ts';
import { heldOrder, lives, type OrdersState, progressOf } from './state.ts';

type Fill = VenueReport & { readonly kind: 'fill' };
type VenueReject = VenueReport & { readonly kind: 'venue-reject' };

const NOTHING: readonly Fact[] = [];

/**
 * A fill that is late, of a counted trade, of zero, or of more than the remainder changes nothing. One that the order's
 * row cannot hold exactly ends the order: REJECTED with FILL_PRECISION_OVERFLOW, and earlier fills stay.
 */
export function fillOrder(state: OrdersState, { atNs, command }: Sequenced<Fill>): readonly Fact[] {
  const { body } = command;
  const order = heldOrder(state, body.orderId);
  if (order === undefined || !lives(order)) return NOTHING;
  const { traded, tradeIds } = progressOf(state, order.orderId);
  if (tradeIds.includes(body.tradeId)) return NOTHING;

  const price = parseDecimal(body.price);
  const qty = parseDecimal(body.qty);
  if (qty !== undefined && (isZero(qty) || isNegative(qty) || compare(qty, decimal(order.leavesQty)) > 0))
    return NOTHING;
  const pricePlaces = Math.max(placesOf(order.price ?? '0'), price?.scale ?? 0);
  const qtyPlaces = Math.max(placesOf(order.qty), qty?.scale ?? 0);
  const fits =
    price !== undefined &&
    qty !== undefined &&
    fitsInt64At(price, pricePlaces) &&
    fitsInt64At(decimal(order.price ?? '0'), pricePlaces) &&
    fitsInt64At(decimal(order.qty), qtyPlaces);
  if (!fits) return [{ kind: 'OrderUpdated', order: rejected(order, atNs, overflow(price, qty)) }];

  const cumQty = add(decimal(order.cumQty), qty);
  const leavesQty = subtract(decimal(order.leavesQty), qty);
  const filled: OrderRow = {
    ...order,
    status: isZero(leavesQty) ? 'FILLED' : 'PARTIALLY_FILLED',
    // A finer venue value adds trailing zeros and changes no value (ORD-20).
    price: order.price === null ? null : formatDecimal(decimal(order.price), pricePlaces),
    qty: formatDecimal(decimal(order.qty), qtyPlaces),
    cumQty: formatDecimal(cumQty, qtyPlaces),
    leavesQty: formatDecimal(leavesQty, qtyPlaces),
    avgPx: averagePrice(add(traded, multiply(price, qty)), cumQty),
    lastFillPx: formatDecimal(price),
    lastFillQty: formatDecimal(qty),
    updatedAtNs: atNs,
  };
  const execution: ExecutionRow = {
    executionId: atNs,
    orgId: order.orgId,
    orderId: order.orderId,
    accountId: order.accountId,
    instrumentId: order.instrumentId,
    side: order.side,
    tradeId: body.tradeId,
    price: formatDecimal(price),
    qty: formatDecimal(qty),
    ...feeOf(state.directory, body.fee, body.feeCurrency),
    venueTsNs: body.venueTsNs,
    executedAtNs: atNs,
  };
  return [
    { kind: 'ExecutionRecorded', execution },
    { kind: 'OrderUpdated', order: filled },
  ];
}

/** The facts of the venue's rejection of an order; none if the order is finished. */
export function rejectOrder(state: OrdersState, { atNs, command }: Sequenced<VenueReject>): readonly Fact[] {
  const order = heldOrder(state, command.body.orderId);
  if (order === undefined || !lives(order)) return NOTHING;
  const rejection: OrderRejection = { reason: command.body.reason, observedValue: null, limitValue: null };
  return [{ kind: 'OrderUpdated', order: rejected(order, atNs, rejection) }];
}

function rejected(order: OrderRow, atNs: string, rejection: OrderRejection): OrderRow {
  return { ...order, status: 'REJECTED', leavesQty: '0', rejection, updatedAtNs: atNs };
}

/** The leg is the finer of the two if it can be stated at all. */
function overflow(price: Decimal | undefined, qty: Decimal | undefined): OrderRejection {
  const finer = price === undefined || qty === undefined ? undefined : price.scale > qty.scale ? price : qty;
  return {
    reason: 'FILL_PRECISION_OVERFLOW',
    observedValue: finer === undefined || !fitsInt64AtOwnScale(finer) ? null : formatDecimal(finer),
    limitValue: null,
  };
}

/** Exact if 18 places and a 64-bit integer hold it, otherwise the nearest that they hold, ties to even. */
export function averagePrice(traded: Decimal, cumQty: Decimal): Money {
  for (let places = MONEY_MAX_FRACTIONAL_DIGITS; places > 0; places -= 1) {
    const average = divide(traded, cumQty, places);
    if (fitsInt64AtOwnScale(average)) return formatDecimal(average);
  }
  return formatDecimal(divide(traded, cumQty, 0));
}

/** Fractional digits as the row spells them. */
function placesOf(money: Money): number {
  const point = money.indexOf('.');
  return point < 0 ? 0 : money.length - point - 1;
}

/**
 * A fee at its asset's working scale, or finer if the venue's is; a stated zero is a zero (EXE-02). null if the venue
 * named no currency that the platform holds, or if the fee does not fit a 64-bit integer at that scale (EXE-03).
 *
 * @param fee positive for a charge; null: the venue stated none.
 */
function feeOf(
  { assets, assetIds }: Directory,
  fee: Money | null,
  currency: string | null,
): Pick<ExecutionRow, 'fee' | 'feeAssetId'> {
  const asset = assets.get(assetIds.get(currency ?? '') ?? 0);
  if (asset === undefined) return { fee: null, feeAssetId: null };
  const amount = fee === null ? undefined : parseDecimal(fee);
  if (amount === undefined || !fitsInt64At(amount, Math.max(amount.scale, asset.unitScale))) {
    return { fee: null, feeAssetId: asset.assetId };
  }
  return { fee: formatDecimal(amount, asset.unitScale), feeAssetId: asset.assetId };
}
