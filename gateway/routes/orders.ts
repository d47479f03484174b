import { moneyOrUnset } from '../contract/money.ts';
import { malformed, Refusal } from '../contract/refusals.ts';
import type { SubmitOrderBody } from '../contract/shapes/order.ts';
import type { OrderRow } from '../facts.ts';
import { notHeld, readAnswer } from '../http/answers.ts';
import type { Services } from '../services.ts';
import type { ReadHandler, ReadRequest, WriteHandler } from './handler.ts';
import { orderJson } from './order-row.ts';
import { pageAnswer } from './page-answer.ts';

/** One page of the organisation's orders, newest first (PAGE-12). */
export const listOrders: ReadHandler = ({ services, caller, query }) => {
  const { orgId } = caller.user;
  const rows = services.state.orders(orgId);
  return pageAnswer(
    services,
    query,
    { collection: 'orders', orgId, rows, order: 'descending', keyOf: (row) => row.orderId },
    orderJson,
  );
};

/** One order; throws NOT_FOUND if the organisation does not hold it. */
export const getOrder: ReadHandler = (request) =>
  readAnswer(request.services, orderJson(heldOrder(request), request.services));

/**
 * Names are resolved only within the caller's organisation, and only for a key that is not held (ORD-04 to ORD-07).
 */
export const submitOrder: WriteHandler = ({ services, caller, body }) => {
  const order = body as SubmitOrderBody;
  return {
    kind: 'submit',
    instrumentId: instrumentOf(order, services),
    accountId: accountOf(order, services, caller.user.orgId),
    side: order.side ?? 'BUY',
    price: moneyOrUnset(order.price),
    qty: moneyOrUnset(order.qty),
    ...(services.gates['caps.exact'] ? {} : { capsRounded: true }),
  };
};

/** Builds the command that cancels an order; throws NOT_FOUND if the organisation does not hold it. */
export const cancelOrder: WriteHandler = (request) => ({ kind: 'cancel', orderId: heldOrder(request).orderId });

/** A path id that is no int64 is not found, like an unknown one (decision A14). */
function heldOrder(request: Pick<ReadRequest, 'services' | 'caller' | 'params'>): OrderRow {
  const order = request.services.state.orders(request.caller.user.orgId).get(request.params['id'] ?? '');
  if (order === undefined) throw notHeld(request.services, 'order');
  return order;
}

function accountOf(order: SubmitOrderBody, { state }: Services, orgId: number): number {
  if (order.account == null) return order.accountId as number;
  const named = state.register.accountNamed(orgId, order.account)?.accountId;
  if (named === undefined) {
    throw new Refusal('ACCOUNT_NOT_ACTIVE', `account: the organisation has no account of this name; nothing was sent`);
  }
  return agreed(named, order.accountId, 'accountId', 'account');
}

function instrumentOf(order: SubmitOrderBody, { state, gates }: Services): number {
  if (order.instrument == null) return order.instrumentId as number;
  const named = state.instrumentNamed(order.instrument)?.instrumentId;
  // No instrument has the id 0, so the owner refuses it.
  if (named === undefined && !gates['orders.instrument-at-door']) return 0;
  if (named === undefined) {
    throw new Refusal(
      'INSTRUMENT_NOT_LIVE',
      `instrument: the platform has no instrument of this symbol; nothing was sent`,
    );
  }
  return agreed(named, order.instrumentId, 'instrumentId', 'instrument');
}

function agreed(named: number, stated: number | null | undefined, id: string, alias: string): number {
  if (stated && stated !== named) throw malformed(`${id}: names another row than ${alias}`);
  return named;
}
