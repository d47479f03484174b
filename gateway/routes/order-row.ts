import { codeAt } from '../contract/older-codes.ts';
import type { Gates } from '../contract/versions.ts';
import type { OrderRejection, OrderRow } from '../facts.ts';
import { type Rendering, rowJson } from './row-json.ts';
import { membersAt, placesOfInstrument } from './served-money.ts';

/** The order row as it is served. An organisation reads only its own rows, so the row does not name it. */
export const orderJson = rowJson<OrderRow>((row, rendering) => {
  const { gates } = rendering;
  const places = placesOfInstrument(rendering, row.instrumentId);
  let served = withoutOrganisation(row);
  if (row.rejection !== null) served = { ...served, rejection: rejectionAt(row.rejection, gates) };
  if (!gates['orders.own-scale']) served = membersAt(served, ['price', 'qty', 'cumQty', 'leavesQty'], places);
  if (!gates['fills.venue-precision']) served = membersAt(served, ['lastFillPx', 'lastFillQty'], places);
  if (!gates['money.served-at-own-scale']) served = membersAt(served, ['avgPx'], places);
  if (gates['orders.algo-instance']) return served;
  const { algoInstanceId, ...before } = served;
  return algoInstanceId === null ? before : { ...before, userId: whoseInstance(rendering, row.orgId, algoInstanceId) };
});

type ServedOrder = Omit<OrderRow, 'orgId'>;

/** Member by member: a copy of all but one would be three times slower, and every order that is placed is rendered. */
function withoutOrganisation(row: OrderRow): ServedOrder {
  return {
    orderId: row.orderId,
    clientOrderId: row.clientOrderId,
    accountId: row.accountId,
    credentialId: row.credentialId,
    instrumentId: row.instrumentId,
    userId: row.userId,
    algoInstanceId: row.algoInstanceId,
    side: row.side,
    status: row.status,
    price: row.price,
    qty: row.qty,
    cumQty: row.cumQty,
    leavesQty: row.leavesQty,
    avgPx: row.avgPx,
    lastFillPx: row.lastFillPx,
    lastFillQty: row.lastFillQty,
    rejection: row.rejection,
    createdAtNs: row.createdAtNs,
    updatedAtNs: row.updatedAtNs,
  };
}

/** The rejection with the codes of this member's version; its legs state their own scale in every version (ORD-19). */
export function rejectionAt(rejection: OrderRejection, gates: Gates): OrderRejection {
  return { ...rejection, reason: codeAt(gates, rejection.reason) };
}

/** The user who created the instance that placed an order: always set and never changed. */
function whoseInstance({ state }: Rendering, orgId: number, instanceId: number): number {
  return state.algoInstances(orgId).get(String(instanceId))?.createdByUserId ?? 0;
}
