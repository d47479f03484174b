/** What a layer reads from handshakes, tickets and bearer tokens. */
import { claimsOf, type HttpRequest, headerOf, queryOf, routeOf } from './layer.ts';

/** Whether the request mints a ticket. */
export const isMint = (request: HttpRequest): boolean => routeOf(request) === 'POST /v1/ws-tickets';

/** Whether the request is a WebSocket handshake. */
export const isHandshake = (request: HttpRequest): boolean =>
  headerOf(request, 'upgrade')?.toLowerCase() === 'websocket';

/** Whether the request is a handshake of the trading socket. */
export const isTrading = (request: HttpRequest): boolean =>
  isHandshake(request) && !request.path.includes('market-data');

/** The Authorization header. */
export const bearerOf = (request: HttpRequest): string | undefined => headerOf(request, 'authorization');

/** The ticket in the query; undefined if there is none. */
export const ticketOf = (request: HttpRequest): string | undefined => queryOf(request).get('ticket') ?? undefined;

const NOTHING = Buffer.alloc(0);

/** Organisation and subject of a bearer header or of a bare token. */
export function holderOf(bearer: string): string {
  const value = /^bearer /i.test(bearer) ? bearer : `Bearer ${bearer}`;
  const { org_id: org, sub } = claimsOf({ method: '', path: '', headers: [['Authorization', value]], body: NOTHING });
  return `${String(org)} ${String(sub)}`;
}
