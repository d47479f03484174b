import type { Services } from '../services.ts';
import { handshakeQuery } from '../sockets/handshake-query.ts';
import type { TicketFault } from '../sockets/ticket-office.ts';
import { type Identity, stage } from '../stage.ts';
import { bearerOf, unauthenticated } from './authenticate.ts';

const MINT = 'mint one with POST /v1/ws-tickets and open the socket with it at once';

const FAULTS: Readonly<Record<TicketFault, string>> = {
  'not this member’s': `the ticket is not one of this member since its start: ${MINT}, both at one member (a balancer chooses it by the address of the client)`,
  expired: `the ticket has expired: ${MINT}`,
  spent: `the ticket has been presented before, and opens one session once: ${MINT}`,
};

/**
 * The caller of the trading socket: by the bearer header, otherwise by the ticket in the query, which is spent here
 * (A90). With both, the bearer gets the later refusal that only one is allowed (A91). Faults of the query are not
 * reported before the caller is known, which an unreadable ticket makes impossible.
 */
export const identify = stage({
  name: 'identify',
  refuses: ['UNAUTHENTICATED', 'FORBIDDEN_PRINCIPAL'],
  needs: ['services', 'request', 'rawQuery'],
  gives: ['identity'],
  async run({ services, request, rawQuery }) {
    const token = await bearerOf(services, request);
    return { identity: token === undefined ? byTicket(services, rawQuery) : { by: 'bearer', token } };
  },
});

function byTicket({ surfaces, tickets, socketGates }: Services, rawQuery: string): Identity {
  const { tickets: sent, fault } = handshakeQuery(rawQuery);
  const [ticket] = sent;
  if (ticket === undefined) {
    if (!socketGates['handshake.credential-owed']) return { by: 'nothing', token: null };
    throw unauthenticated('open this socket with the header Authorization: Bearer <access token>, or with ?ticket=');
  }
  if (fault !== undefined) return { by: 'unreadable', token: null };
  if (!surfaces.tickets) {
    throw unauthenticated('this member has no ticket key: send the header Authorization: Bearer <access token>');
  }
  const presented = tickets.present(ticket);
  if ('fault' in presented) throw unauthenticated(FAULTS[presented.fault]);
  return { by: 'ticket', token: presented.token };
}
