/** A proxy's view of handshakes and of the tickets that it saw minted. */
import { bearerOf, holderOf, isMint, isTrading, ticketOf } from '../variations/handshakes.ts';
import { type HttpRequest, type HttpResponse, headerOf, jsonOf, type Layer, withHeader } from '../variations/layer.ts';
import { both, of, statusOf } from './changes.ts';

/** A request for a ticket. */
export const MINT = of(/^POST \/v1\/ws-tickets$/);

/** A minted ticket. */
export const MINTED = both(MINT, statusOf(200));

export { bearerOf, holderOf, isMint, isTrading, ticketOf };

/** The same handshake with this header as its only credential. */
export function byBearer(request: HttpRequest, bearer: string): HttpRequest {
  const [path = ''] = request.path.split('?', 1);
  return withHeader({ ...request, path }, 'Authorization', bearer);
}

/** Accepted authorization headers by user, and the ticket that each one minted. */
export class Seen {
  readonly good = new Map<string, string>();
  readonly minters = new Map<string, string>();
  last: string | undefined;

  see(request: HttpRequest, response: HttpResponse): void {
    const bearer = bearerOf(request);
    if (bearer === undefined || response.status >= 300) return;
    this.good.set(holderOf(bearer), bearer);
    this.last = bearer;
    const ticket = isMint(request) ? jsonOf(response)?.['ticket'] : undefined;
    if (typeof ticket === 'string') this.minters.set(ticket, bearer);
  }

  /** The bearer header of a handshake: its own, or that of the user who minted its ticket. */
  holding(request: HttpRequest): string | undefined {
    return bearerOf(request) ?? this.minters.get(ticketOf(request) ?? '');
  }
}

/** A made-up response to a mint, with a ticket that no handshake accepts. */
export const minted = (ticket: string): HttpResponse => ({
  status: 200,
  headers: [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Cache-Control', 'no-store'],
    ['X-Request-Id', 'made-by-the-proxy-0001'],
  ],
  body: JSON.stringify({ ticket, expiresAtNs: '1767571300000000000', stream: 'trading' }),
});

/** The Date of a response, in epoch seconds. */
export const dateS = (response: HttpResponse): number => Math.floor(Date.parse(headerOf(response, 'date') ?? '') / 1000);

/** A ticket as a handshake presents it, refused by the gateway. */
export interface Refused {
  /** The minted ticket that this one equals or is derived from; undefined if there is none. */
  readonly minted: string | undefined;
  readonly ticket: string;
  /** The ticket as the address spells it. */
  readonly spelling: string;
  readonly isSpent: boolean;
  /** The bearer header of its minter; empty: none is known. */
  readonly minter: string;
  /** Whether another handshake with the same ticket was in progress. */
  readonly isAtOnce: boolean;
}

const HEAD = 12;

/**
 * Opens a session for refused tickets that fulfil `good`, with the token of the user who minted the last similar one.
 */
export function takingTickets(good: (refused: Refused) => boolean): Layer {
  const seen = new Seen();
  const spent = new Set<string>();
  const underWay = new Map<string, number>();
  return async (request, next) => {
    const ticket = isTrading(request) ? ticketOf(request) : undefined;
    const begun = underWay.get(ticket ?? '') ?? 0;
    if (ticket !== undefined) underWay.set(ticket, begun + 1);
    const response = await next(request);
    seen.see(request, response);
    if (ticket === undefined) return response;
    const isAtOnce = begun > 0 || (underWay.get(ticket) ?? 0) > 1;
    underWay.set(ticket, (underWay.get(ticket) ?? 1) - 1);
    if (response.status === 101) {
      spent.add(ticket);
      return response;
    }
    const minted = [...seen.minters.keys()].findLast((known) => ticket.trim().startsWith(known.slice(0, HEAD)));
    const spelling = /[?&]ticket=([^&]*)/.exec(request.path)?.[1] ?? '';
    const minter = seen.minters.get(minted ?? '');
    const known = { minted, ticket, spelling, isSpent: spent.has(minted ?? ''), isAtOnce, minter: minter ?? '' };
    const bearer = minter ?? seen.last;
    return bearer !== undefined && good(known) ? next(byBearer(request, bearer)) : response;
  };
}
