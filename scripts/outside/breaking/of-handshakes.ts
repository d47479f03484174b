/** Handshakes, broken: which tickets and tokens open a session of the trading socket. */

import { frameOf } from '../proxy/talk.ts';
import type { Asked, Layer } from '../proxy/telling.ts';
import { claimsOf, having, refusal, without } from '../proxy/telling.ts';
import { breakage, breakageOfBoth } from './breakage.ts';
import { bearerOf, byBearer, isTrading, Seen, takingTickets, ticketOf } from './on-a-handshake.ts';

/** The handshake as another one, once a session was opened by whom it then is. */
function asAnother(change: (one: Asked, seen: Seen) => Asked | undefined): Layer {
  const seen = new Seen();
  return async (one, next) => {
    const changed = isTrading(one) ? change(one, seen) : undefined;
    const told = await next(changed ?? one);
    seen.see(one, told);
    return told;
  };
}

const bearsNothing = (one: Asked): boolean => bearerOf(one) === undefined && ticketOf(one) === undefined;
const openingTo = (fits: (one: Asked) => boolean) => () =>
  asAnother((one, seen) => (fits(one) && seen.last !== undefined ? byBearer(one, seen.last) : undefined));
const refusing = (fits: (one: Asked) => boolean, status: number, code: string) => (): Layer => async (one, next) =>
  isTrading(one) && fits(one) ? refusal(one, status, code) : next(one);
const hasBoth = (one: Asked): boolean => bearerOf(one) !== undefined && ticketOf(one) !== undefined;

export const OF_HANDSHAKES = [
  breakage('TKT-08', 'a spent ticket opens', () => takingTickets(({ isSpent }) => isSpent)),
  breakage('TKT-08', 'a ticket spelt otherwise opens once more', () =>
    takingTickets(({ isSpent, minted, spelling }) => isSpent && spelling !== minted),
  ),
  breakage('TKT-08', 'a ticket in escapes opens once more', () =>
    takingTickets(({ isSpent, minted, ticket, spelling }) => isSpent && ticket === minted && spelling.includes('%')),
  ),
  breakage('TKT-08', 'a ticket opens for all who come at once', () => takingTickets(({ isAtOnce }) => isAtOnce)),
  breakage('TKT-09', 'an expired ticket opens', () =>
    takingTickets(({ isSpent, minted, ticket }) => !isSpent && ticket === minted),
  ),
  breakage('TKT-10', 'a made-up ticket opens', () => takingTickets(({ minted }) => minted === undefined)),
  breakage('TKT-10', 'the end of a ticket is not looked at', () =>
    takingTickets(({ minted, ticket }) => minted !== undefined && ticket.length === minted.length && ticket !== minted),
  ),
  breakage('TKT-10', 'a ticket cut short opens', () =>
    takingTickets(({ minted, ticket }) => minted !== undefined && ticket !== minted && minted.startsWith(ticket)),
  ),
  breakage('TKT-10', 'a ticket with more behind it opens', () =>
    takingTickets(({ minted, ticket }) => minted !== undefined && ticket !== minted && ticket.startsWith(minted)),
  ),
  breakage('TKT-10', 'an empty ticket opens', () => takingTickets(({ ticket }) => ticket === '')),
  breakage('WSS-01', 'no credential opens', openingTo(bearsNothing)),
  breakage(
    'WSS-01',
    'an empty credential opens',
    openingTo((one) => ticketOf(one) === '' || /^bearer *$/i.test(bearerOf(one) ?? '')),
  ),
  breakageOfBoth('WSS-01', 'no credential is let in and refused by a frame', () => ({
    layer: openingTo(bearsNothing)(),
    socket: ({ request, closeClient }) => ({
      down(text) {
        if (!bearsNothing(request) || frameOf(text)?.['event'] === undefined) return [text];
        closeClient(4001);
        return [
          '{"op":"error","reqId":null,"success":false,"code":"UNAUTHENTICATED","message":"no","retryable":false}',
        ];
      },
    }),
  })),
  breakage(
    'WSS-01',
    'any bearer token opens',
    openingTo((one) => bearerOf(one) !== undefined),
  ),
  breakage(
    'WSS-01',
    'a bearer token without a signature opens',
    openingTo((one) => bearerOf(one)?.endsWith('.') === true),
  ),
  breakage('WSS-01', 'an expired bearer token opens', () =>
    asAnother((one, { last = '' }) => {
      const latest = claimsOf(having(one, 'Authorization', last));
      return Number(claimsOf(one)['exp']) < Number(latest['iat']) ? byBearer(one, last) : undefined;
    }),
  ),
  breakage(
    'WSS-01',
    'a bearer token of another audience opens',
    openingTo((one) => String(claimsOf(one)['aud']).startsWith('another')),
  ),
  breakage(
    'WSS-01',
    'a bearer token of another issuer opens',
    openingTo((one) => String(claimsOf(one)['iss']).includes('issuer.invalid')),
  ),
  breakage('WSS-02', 'of a bearer header and a ticket the header opens', () =>
    asAnother((one) => (hasBoth(one) ? byBearer(one, bearerOf(one) ?? '') : undefined)),
  ),
  breakage('WSS-02', 'of a bearer header and a spent ticket the header opens', () =>
    asAnother((one, seen) =>
      hasBoth(one) && !seen.minters.has(ticketOf(one) ?? '') ? byBearer(one, bearerOf(one) ?? '') : undefined,
    ),
  ),
  breakage('WSS-02', 'of a bearer header and a ticket the ticket opens', () =>
    asAnother((one) => (hasBoth(one) ? without(one, 'Authorization') : undefined)),
  ),
  breakage(
    'WSS-02',
    'a bearer header opens nothing',
    refusing((one) => !bearsNothing(one) && ticketOf(one) === undefined, 403, 'FORBIDDEN_PRINCIPAL'),
  ),
  breakage(
    'WSS-02',
    'a ticket opens nothing',
    refusing((one) => bearerOf(one) === undefined && ticketOf(one) !== undefined, 401, 'UNAUTHENTICATED'),
  ),
];
