import { ALGO_ROUTES } from './routes/algos.ts';
import { CUSTODY_ROUTES } from './routes/custody.ts';
import { OPEN_ROUTES } from './routes/open.ts';
import { ORDER_ROUTES } from './routes/orders.ts';
import { REGISTER_ROUTES } from './routes/register.ts';
import type { RouteRow } from './routes/route-row.ts';
import { TICKET_ROUTES } from './routes/tickets.ts';

export type { Column, QueryName, RouteRow, View } from './routes/route-row.ts';

/** Every route, keyed by its operationId: the bound name of a key's operation, of a handler and of a generated client. */
export const ROUTES = {
  ...OPEN_ROUTES,
  ...ORDER_ROUTES,
  ...REGISTER_ROUTES,
  ...CUSTODY_ROUTES,
  ...ALGO_ROUTES,
  ...TICKET_ROUTES,
} as const satisfies Record<string, RouteRow>;

export type OperationId = keyof typeof ROUTES;

/** A route row with widened types, for code that handles all routes. */
export function routeOf(operation: OperationId): RouteRow {
  return ROUTES[operation];
}
