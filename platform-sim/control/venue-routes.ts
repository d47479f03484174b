import { VenueError } from '../venues/venue-desk.ts';
import { ControlError } from './control-error.ts';
import { controlRoute, JSON_TYPE, json } from './control-route.ts';
import { limitQuery, noQuery } from './shapes.ts';
import { balanceRequest, balanceSet, fill, fillRequest, openOrders, rejection, rejectRequest } from './venue-shapes.ts';

const MOST_ORDERS = 1000;

async function orRefused<Done>(does: () => Promise<Done>): Promise<Done> {
  try {
    return await does();
  } catch (thrown) {
    throw thrown instanceof VenueError ? new ControlError(thrown.code, thrown.message) : thrown;
  }
}

/** Fills and rejects open orders, and sets balances, as their venue. */
export const VENUE_ROUTES = [
  controlRoute({
    operationId: 'readOpenOrders',
    method: 'GET',
    path: '/orders',
    tag: 'Platform',
    summary: 'Open orders of all organisations, the newest first: 100 unless limit states another number, up to 1,000',
    query: limitQuery,
    answer: { status: 200, type: JSON_TYPE, shape: openOrders },
    run: ({ platform: { venue } }, { query }) =>
      json({ items: venue.openOrders(Math.min(Number(query.limit ?? 100), MOST_ORDERS)) }),
  }),
  controlRoute({
    operationId: 'fillOrder',
    method: 'POST',
    path: '/orders/:orderId/fill',
    tag: 'Platform',
    summary:
      'Fills an open order at its venue, wholly or in part. After that the venue fills the order only through this operation. Faults at the edge venue apply',
    query: noQuery,
    body: fillRequest,
    answer: { status: 200, type: JSON_TYPE, shape: fill },
    run: async ({ platform: { venue } }, { params, body }) =>
      json(await orRefused(() => venue.fill(params['orderId'] ?? '', body))),
  }),
  controlRoute({
    operationId: 'rejectOrder',
    method: 'POST',
    path: '/orders/:orderId/reject',
    tag: 'Platform',
    summary: 'Rejects an open order at its venue; its earlier fills stay. Faults at the edge venue apply',
    query: noQuery,
    body: rejectRequest,
    answer: { status: 200, type: JSON_TYPE, shape: rejection },
    run: async ({ platform: { venue } }, { params, body }) =>
      json(await orRefused(() => venue.reject(params['orderId'] ?? '', body.reason))),
  }),
  controlRoute({
    operationId: 'setBalance',
    method: 'POST',
    path: '/balances',
    tag: 'Platform',
    summary:
      'Sets the balance of an asset in an account at the venue, such as after a deposit; later trades change it. Faults at the edge venue apply',
    query: noQuery,
    body: balanceRequest,
    answer: { status: 200, type: JSON_TYPE, shape: balanceSet },
    run: async ({ platform: { venue } }, { body: { accountId, asset, total } }) =>
      json(await orRefused(() => venue.setBalance(accountId, asset, total))),
  }),
] as const;
