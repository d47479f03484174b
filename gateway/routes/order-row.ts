import { codeAt } from '../contract/older-codes.ts';
import type { Gates } from '../contract/versions.ts';
import type { OrderRejection, OrderRow } from '../facts.ts';
import { type Rendering, rowJson } from './row-json.ts';
import { membersAt, placesOfInstrument } from './served-money.ts';

/** The order row as it is served: an organisation reads its own rows only, so the row does not name it. */
export const orderJson = rowJson<OrderRow>(({ orgId, ...row }, rendering) => {
  const { gates } = rendering;
  const places = placesOfInstrument(rendering, row.instrumentId);
  let served: typeof row = { ...row, rejection: row.rejection && rejectionAt(row.rejection, gates) };
  if (!gates['orders.own-scale']) served = membersAt(served, ['price', 'qty', 'cumQty', 'leavesQty'], places);
  if (!gates['fills.venue-precision']) served = membersAt(served, ['lastFillPx', 'lastFillQty'], places);
  if (!gates['money.served-at-own-scale']) served = membersAt(served, ['avgPx'], places);
  if (gates['orders.algo-instance']) return served;
  const { algoInstanceId, ...before } = served;
  return algoInstanceId === null ? before : { ...before, userId: whoseInstance(rendering, orgId, algoInstanceId) };
});

/** In a member's own words; its legs state their own scale in every version (ORD-19). */
export function rejectionAt(rejection: OrderRejection, gates: Gates): OrderRejection {
  return { ...rejection, reason: codeAt(gates, rejection.reason) };
}

/** Whoever made the instance that placed an order: that never changes, and somebody was always named. */
function whoseInstance({ state }: Rendering, orgId: number, instanceId: number): number {
  return state.algoInstances(orgId).get(String(instanceId))?.createdByUserId ?? 0;
}
