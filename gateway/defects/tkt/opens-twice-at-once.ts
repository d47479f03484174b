import type { Presented, TicketOffice } from '../../sockets/ticket-office.ts';
import { handshakeQuery } from '../../stages/handshake-query.ts';
import type { Defect } from '../defect.ts';

/** What each member of this kind has read and not yet opened a session with. */
const UNDER_WAY = new WeakMap<TicketOffice, Map<string, Presented>>();
/** How long a session takes to open. */
const OPENING_MS = 50;

/** A look and a mark with something between them: two who come at once have both looked. */
export const opensTwiceAtOnce: Defect = {
  name: 'opens-twice-at-once',
  breaks: ['TKT-08'],
  story: 'marks a ticket as spent once its session is open: handshakes at the same time all find it unspent',
  tickets: (good) => {
    const underWay = new Map<string, Presented>();
    const office: TicketOffice = {
      mint: good.mint,
      present(ticket) {
        const presented = underWay.get(ticket) ?? good.present(ticket);
        if ('token' in presented) underWay.set(ticket, presented);
        return presented;
      },
    };
    UNDER_WAY.set(office, underWay);
    return office;
  },
  stages: {
    'open-trading-session': (good) => ({
      ...good,
      async run(known, proceed) {
        const { services, rawQuery } = known;
        const [ticket] = handshakeQuery(rawQuery).tickets;
        if (ticket !== undefined) {
          await new Promise<void>((resolve) => services.machineClock.after(OPENING_MS, 'ticket spent', resolve));
          UNDER_WAY.get(services.tickets)?.delete(ticket);
        }
        return good.run(known, proceed);
      },
    }),
  },
};
