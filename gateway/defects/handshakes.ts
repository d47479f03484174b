/** Defects of handshakes: which tickets and tokens open a session of the trading socket. */
import { isGranted } from '../variations/frame-changes.ts';
import { frameOf } from '../variations/frames.ts';
import { bearerOf, holderOf, isTrading, ticketOf } from '../variations/handshakes.ts';
import { claimsOf, type HttpRequest, type Json, type Layer, refusal, withHeader } from '../variations/layer.ts';
import { type Defect, defects, ofBoth } from './defect.ts';
import { byBearer, dateS, Seen, takingTickets } from './handshake-changes.ts';

/** Rewrites a trading handshake by the credentials that were accepted so far. */
function asAnother(change: (request: HttpRequest, seen: Seen) => HttpRequest | undefined): Layer {
  const seen = new Seen();
  return async (request, next) => {
    const changed = isTrading(request) ? change(request, seen) : undefined;
    const response = await next(changed ?? request);
    seen.see(request, response);
    return response;
  };
}

const bearsNothing = (request: HttpRequest): boolean => bearerOf(request) === undefined && ticketOf(request) === undefined;
const openingTo = (fits: (request: HttpRequest) => boolean) => () =>
  asAnother((request, seen) => (fits(request) && seen.last !== undefined ? byBearer(request, seen.last) : undefined));
/** Replaces a refused bearer token with the last accepted one. */
function openingWhatIsRefused(): Layer {
  const seen = new Seen();
  return async (request, next) => {
    const response = await next(request);
    seen.see(request, response);
    const isRefused = isTrading(request) && bearerOf(request) !== undefined && response.status === 401;
    return isRefused && seen.last !== undefined ? next(byBearer(request, seen.last)) : response;
  };
}
const refusing = (fits: (request: HttpRequest) => boolean, status: number, code: string) => (): Layer => async (request, next) =>
  isTrading(request) && fits(request) ? refusal(request, status, code) : next(request);
/** Whether a bearer header is of a principal other than the two that any check of tickets acts as. */
const isOfNeither = (bearer: string): boolean => !/ (trader|admin)$/.test(holderOf(bearer));
/** Opens the session of the user who minted a ticket last. */
function asTheLastMinter(isOf: (minter: string) => boolean = () => true): Layer {
  const seen = new Seen();
  return async (request, next) => {
    const response = await next(request);
    seen.see(request, response);
    const last = [...seen.minters.values()].at(-1);
    const isByTicket = isTrading(request) && ticketOf(request) !== undefined && response.status === 101;
    const isMeant = isByTicket && isOf(seen.minters.get(ticketOf(request) ?? '') ?? '');
    return isMeant && last !== undefined ? next(byBearer(request, last)) : response;
  };
}
/** Accepts a spent ticket again after a matching frame or close of any session. */
const forgettingSpent = (fits: (frame: Json) => boolean, isClose: (code: number) => boolean = () => false): ReturnType<Defect['parts']> => {
  let isForgotten = false;
  return {
    layer: takingTickets(({ isSpent }) => isSpent && isForgotten),
    socket: () => ({
      down(text) {
        isForgotten ||= fits(frameOf(text) ?? {});
        return [text];
      },
      closing(code) {
        isForgotten ||= isClose(code);
        return code;
      },
    }),
  };
};

export const HANDSHAKES_DEFECTS = defects([
  ['TKT-08', 'a spent ticket opens', () => takingTickets(({ isSpent }) => isSpent)],
  ['TKT-08', 'a spent ticket opens again once a session was renewed', ofBoth(() => forgettingSpent(isGranted))],
  ['TKT-08 WSS-04', 'every ticket opens a session of the user who minted last', () => asTheLastMinter()],
  ['WSS-04', 'a ticket of a user who is neither trader nor admin opens a session of who minted last', () => asTheLastMinter(isOfNeither)],
  ['TKT-08', 'a spent ticket of a user who is neither trader nor admin opens', () => takingTickets(({ isSpent, minter }) => isSpent && isOfNeither(minter))],
  ['TKT-09', 'an expired ticket opens', () => takingTickets(({ isSpent, minted, ticket }) => !isSpent && ticket === minted)],
  [
    'TKT-09',
    'a ticket opens once its token has expired',
    (): Layer => {
      const seen = new Seen();
      return async (request, next) => {
        const response = await next(request);
        seen.see(request, response);
        const minter = isTrading(request) && response.status !== 101 ? seen.minters.get(ticketOf(request) ?? '') : undefined;
        const good = minter === undefined ? undefined : seen.good.get(holderOf(minter));
        const hasExpired = Number(claimsOf(withHeader(request, 'Authorization', minter ?? ''))['exp']) <= dateS(response);
        return good !== undefined && good !== minter && hasExpired ? next(byBearer(request, good)) : response;
      };
    },
  ],
  ['TKT-10', 'a made-up ticket opens', () => takingTickets(({ minted }) => minted === undefined)],
  ['WSS-01', 'no credential opens', openingTo(bearsNothing)],
  ['WSS-01', 'any bearer token opens', openingWhatIsRefused],
  [
    'WSS-01',
    'an expired bearer token opens',
    () =>
      asAnother((request, { last = '' }) => {
        const latest = claimsOf(withHeader(request, 'Authorization', last));
        return Number(claimsOf(request)['exp']) < Number(latest['iat']) ? byBearer(request, last) : undefined;
      }),
  ],
  ['WSS-01', 'a bearer token of another audience opens', openingTo((request) => String(claimsOf(request)['aud']).startsWith('another'))],
  ['WSS-02', 'a bearer header opens nothing', refusing((request) => !bearsNothing(request) && ticketOf(request) === undefined, 403, 'FORBIDDEN_PRINCIPAL')],
  [
    'WSS-02 | TKT-08',
    'a ticket opens nothing',
    refusing((request) => bearerOf(request) === undefined && ticketOf(request) !== undefined, 401, 'UNAUTHENTICATED'),
  ],
]);
