import type { Presented } from '../../sockets/ticket-office.ts';
import type { Defect } from '../defect.ts';

export const opensTwiceWithOneTicket: Defect = {
  name: 'opens-twice-with-one-ticket',
  breaks: ['TKT-08'],
  story: 'forgets that a ticket was spent: it opens sessions until it expires',
  tickets: (good) => {
    const taken = new Map<string, Presented>();
    return {
      mint: (token) => good.mint(token),
      present(ticket) {
        const presented = good.present(ticket);
        if ('token' in presented) taken.set(ticket, presented);
        return 'fault' in presented && presented.fault === 'spent' ? (taken.get(ticket) ?? presented) : presented;
      },
    };
  },
};
