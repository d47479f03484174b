import type { RouteRow } from './route-row.ts';

/** The route that mints tickets (TKT-01). */
export const TICKET_ROUTES = {
  createWsTicket: {
    method: 'POST',
    path: '/v1/ws-tickets',
    column: 'ticket',
    gate: 'routes.ws-tickets',
    tag: 'WebSocket tickets',
    summary: 'Mint a ticket, which opens one session of the trading WebSocket once',
    query: [],
    body: 'WsTicketRequest',
    surface: 'tickets',
    answers: { status: 200, body: 'WsTicket' },
  },
} as const satisfies Record<string, RouteRow>;
