/** What a proxy knows of handshakes and of the tickets that it saw minted. */
import { bearerOf, holderOf, isMint, isTrading, ticketOf } from '../variations/handshakes.ts';
import { type HttpRequest, type HttpResponse, jsonOf, type Layer, withHeader } from '../variations/layer.ts';
import { both, of, statusOf } from './changes.ts';

export const MINT = of(/^POST \/v1\/ws-tickets$/);
export const MINTED = both(MINT, statusOf(200));

export { bearerOf, holderOf, isMint, isTrading, ticketOf };

/** The same handshake with this header as its one credential. */
export function byBearer(request: HttpRequest, bearer: string): HttpRequest {
  const [path = ''] = request.path.split('?', 1);
  return withHeader({ ...request, path }, 'Authorization', bearer);
}

/** Headers that were good, by whom they are of, and the ticket that each minted. */
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

  /** Of the one that opened a session so. */
  holding(request: HttpRequest): string | undefined {
    return bearerOf(request) ?? this.minters.get(ticketOf(request) ?? '');
  }
}

/** A ticket as a handshake presents it, refused by the gateway. */
export interface Refused {
  /** The ticket that was minted and that this one is or is made from; undefined: none like it was. */
  readonly minted: string | undefined;
  readonly ticket: string;
  /** As it stands in the address. */
  readonly spelling: string;
  readonly isSpent: boolean;
  /** Another handshake with it was under way. */
  readonly isAtOnce: boolean;
}

const HEAD = 12;

/** Takes tickets that the gateway refuses, where they are `good` enough: with the token of who minted the last one like it. */
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
    const refused: Refused = { minted, ticket, spelling, isSpent: spent.has(minted ?? ''), isAtOnce };
    const minter = seen.minters.get(minted ?? '') ?? seen.last;
    return minter !== undefined && good(refused) ? next(byBearer(request, minter)) : response;
  };
}
