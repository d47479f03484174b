/** Members that mint or take tickets otherwise than the good one, behind good stages. */
import type { Presented, TicketOffice } from '../../sockets/ticket-office.ts';
import type { Defect } from '../defect.ts';

type Row = readonly [name: string, breaks: string, story: string, office: (good: TicketOffice) => TicketOffice];

const MINUTE_S = 60;
/** Of a ticket's start, which is its nonce. */
const NONCE_CHARACTERS = 16;

/** Presents the caller who minted last where `isTaken` says so, and where anybody has minted. */
function takingTheLast(good: TicketOffice, isTaken: (presented: Presented, ticket: string) => boolean): TicketOffice {
  let last: Presented | undefined;
  return {
    mint(token) {
      last = { token };
      return good.mint(token);
    },
    present(ticket) {
      const presented = good.present(ticket);
      return last !== undefined && isTaken(presented, ticket) ? last : presented;
    },
  };
}

/** What the good office said of each ticket that it took. */
function remembering(good: TicketOffice): TicketOffice & { readonly taken: ReadonlyMap<string, Presented> } {
  const taken = new Map<string, Presented>();
  return {
    mint: good.mint,
    taken,
    present(ticket) {
      const presented = good.present(ticket);
      if ('token' in presented) taken.set(ticket, presented);
      return presented;
    },
  };
}

/** A ticket in the one spelling that the good office takes. */
function canonical(ticket: string): string {
  return Buffer.from(ticket, 'base64url').toString('base64url');
}

const ROWS: readonly Row[] = [
  [
    'mints-one-ticket-for-calls-at-once',
    'TKT-02',
    'answers the ticket before last anew, while nobody has opened a session with it and its time is the same',
    (good) => {
      const fresh = new Map<string, ReturnType<TicketOffice['mint']>>();
      return {
        mint(token) {
          const minted = good.mint(token);
          const user = JSON.stringify([token.externalOrgId, token.subject]);
          const last = fresh.get(user);
          if (last?.expiresAtNs === minted.expiresAtNs) return last;
          fresh.set(user, minted);
          return minted;
        },
        present(ticket) {
          fresh.clear();
          return good.present(ticket);
        },
      };
    },
  ],
  [
    'mints-tickets-that-outlive-their-token',
    'TKT-04',
    'lets a ticket live a minute longer than the token that it was minted for',
    (good) => ({
      mint: (token) => good.mint({ ...token, expiresAtS: token.expiresAtS + MINUTE_S }),
      present(ticket) {
        const presented = good.present(ticket);
        if ('fault' in presented || presented.token.expiresAtS === null) return presented;
        return { token: { ...presented.token, expiresAtS: presented.token.expiresAtS - MINUTE_S } };
      },
    }),
  ],
  [
    'remembers-a-ticket-by-its-spelling',
    'TKT-08',
    'reads a ticket in any spelling of its bytes, and knows each spelling for spent alone',
    (good) => {
      const office = remembering(good);
      const spent = new Set<string>();
      return {
        mint: office.mint,
        present(ticket) {
          if (spent.has(ticket)) return { fault: 'spent' };
          const presented = office.present(canonical(ticket));
          const isSpent = 'fault' in presented && presented.fault === 'spent';
          const taken = isSpent ? office.taken.get(canonical(ticket)) : presented;
          spent.add(ticket);
          return taken ?? presented;
        },
      };
    },
  ],
  [
    'takes-an-expired-ticket',
    'TKT-09',
    'asks of a ticket whether it was spent, and not when it was minted',
    (good) => {
      const late = new Map<string, Presented>();
      return {
        mint(token) {
          const minted = good.mint(token);
          late.set(minted.ticket, { token });
          return minted;
        },
        present(ticket) {
          const presented = good.present(ticket);
          const isLate = 'fault' in presented && presented.fault === 'expired';
          const taken = isLate ? late.get(ticket) : undefined;
          late.delete(ticket);
          return taken ?? presented;
        },
      };
    },
  ],
  [
    'looks-at-the-start-of-a-ticket',
    'TKT-10',
    'knows a ticket by its first characters, whatever stands behind them',
    (good) => {
      const minted = new Map<string, string>();
      return {
        mint(token) {
          const made = good.mint(token);
          minted.set(made.ticket.slice(0, NONCE_CHARACTERS), made.ticket);
          return made;
        },
        present: (ticket) => good.present(minted.get(ticket.slice(0, NONCE_CHARACTERS)) ?? ticket),
      };
    },
  ],
  [
    'takes-a-ticket-that-nobody-minted',
    'TKT-10',
    'opens for a ticket that it cannot read a session of whoever minted last',
    (good) =>
      takingTheLast(good, (presented, ticket) => {
        const isUnread = 'fault' in presented && presented.fault === 'not this member’s';
        // Another spelling of a ticket, which would be that ticket again, has more characters than one that is made up.
        return isUnread && ticket.length < 64;
      }),
  ],
  [
    'opens-for-whoever-minted-last',
    'TKT-08',
    'keeps one caller for all tickets: each opens a session of the user who minted last',
    (good) => takingTheLast(good, (presented) => 'token' in presented),
  ],
  [
    'mints-its-tickets-of-the-claims',
    'TKT-11',
    'the ticket is base64url of whom it is for, and of a number',
    (good) => {
      const tickets = new Map<string, string>();
      return {
        mint(token) {
          const { ticket, expiresAtNs } = good.mint(token);
          const readable = { org_id: token.externalOrgId, sub: token.subject, number: tickets.size };
          const told = Buffer.from(JSON.stringify(readable)).toString('base64url');
          tickets.set(told, ticket);
          return { ticket: told, expiresAtNs };
        },
        present: (told) => good.present(tickets.get(told) ?? told),
      };
    },
  ],
  [
    'names-the-user-behind-the-ticket',
    'TKT-11',
    'puts the subject behind the ticket, in hexadecimal digits',
    (good) => {
      const tickets = new Map<string, string>();
      return {
        mint(token) {
          const { ticket, expiresAtNs } = good.mint(token);
          const told = `${ticket}.${Buffer.from(token.subject).toString('hex')}`;
          tickets.set(told, ticket);
          return { ticket: told, expiresAtNs };
        },
        present: (told) => good.present(tickets.get(told) ?? told),
      };
    },
  ],
  [
    'mints-tickets-that-a-url-has-to-escape',
    'TKT-11',
    'writes its tickets in base64 with its padding, which no URL can hold as it is',
    (good) => ({
      mint(token) {
        const { ticket, expiresAtNs } = good.mint(token);
        return { ticket: `${ticket}==`, expiresAtNs };
      },
      present: (told) => (told.endsWith('==') ? good.present(told.slice(0, -2)) : { fault: 'not this member’s' }),
    }),
  ],
];

export const LAX_OFFICES: readonly Defect[] = ROWS.map(([name, requirement, story, tickets]) => ({
  name,
  // Whose session it is shows in its grant, too.
  breaks: name === 'opens-for-whoever-minted-last' ? [requirement, 'WSS-04'] : [requirement],
  story,
  tickets,
}));
