import type { CancelOrder, Fact, OrderRow } from '../../../gateway/facts.ts';
import type { Refused, Sequenced } from '../../owner.ts';
import { unauthorised } from '../authority.ts';
import { refused } from '../refused.ts';
import { heldOrder, lives, type OrdersState } from './state.ts';

/**
 * Removes the remainder of an order from the venue. A finished order is answered with its current row, recorded like
 * any answer. The member answers 404 for an id that the organisation does not hold, so NOT_FOUND is for a member that
 * lags.
 */
export function cancelOrder(state: OrdersState, { atNs, command }: Sequenced<CancelOrder>): readonly Fact[] | Refused {
  const { principal, body } = command;
  const denied = unauthorised(state.directory, principal, 'orders:trade');
  if (denied !== undefined) return denied;
  const order = heldOrder(state, body.orderId);
  if (order?.orgId !== principal.orgId) return refused('NOT_FOUND', "no such order in the caller's organisation");
  return [{ kind: 'OrderUpdated', order: lives(order) ? cancelled(order, atNs) : order }];
}

function cancelled(order: OrderRow, atNs: string): OrderRow {
  return { ...order, status: 'CANCELLED', leavesQty: '0', updatedAtNs: atNs };
}
