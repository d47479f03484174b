/** Members whose memory of tickets fails with what comes between: a restart, a renewal, a session. */
import type { Presented, TicketOffice } from '../../sockets/ticket-office.ts';
import type { Token } from '../../stage.ts';
import { handshakeQuery } from '../../stages/handshake-query.ts';
import type { Defect } from '../defect.ts';

const userOf = ({ externalOrgId, subject }: Token): string => JSON.stringify([externalOrgId, subject]);

/** What it minted for each token outlives its starts: as a member has it that keeps its tickets in a file. */
function takesWhatWasSpentBeforeARestart(): Defect {
  let starts = 0;
  const spent = new Map<string, { readonly presented: Presented; readonly start: number }>();
  return {
    name: 'takes-what-was-spent-before-a-restart',
    breaks: ['TKT-08'],
    story: 'a ticket that was spent opens a session again when the member was started anew',
    tickets: (good) => {
      starts += 1;
      const start = starts;
      return {
        mint: good.mint,
        present(ticket) {
          const before = spent.get(ticket);
          const presented = good.present(ticket);
          if ('token' in presented) spent.set(ticket, { presented, start });
          else if (presented.fault === 'not this member’s' && before !== undefined && before.start < start) {
            spent.delete(ticket);
            return before.presented;
          }
          return presented;
        },
      };
    },
  };
}

function forgetsASpentTicketWithARenewal(): Defect {
  let renewals = 0;
  return {
    name: 'forgets-a-spent-ticket-with-a-renewal',
    breaks: ['TKT-08'],
    story: 'a ticket that was spent opens a session again once a session was renewed',
    session: (good) => ({
      ...good,
      isSameGrantee(held, fresh) {
        const isSame = good.isSameGrantee(held, fresh);
        if (isSame) renewals += 1;
        return isSame;
      },
    }),
    tickets: (good) => {
      const spent = new Map<string, { readonly presented: Presented; readonly renewals: number }>();
      return {
        mint: good.mint,
        present(ticket) {
          const before = spent.get(ticket);
          const presented = good.present(ticket);
          if ('token' in presented) spent.set(ticket, { presented, renewals });
          const isForgotten = 'fault' in presented && presented.fault === 'spent' && before !== undefined;
          return isForgotten && before.renewals < renewals ? before.presented : presented;
        },
      };
    },
  };
}

/** A cache of users that is filled when a session opens, and holds how long their tokens live. */
function remembersALongerLife(good: TicketOffice): TicketOffice {
  const lives = new Map<string, number>();
  const tokens = new Map<string, Token>();
  return {
    mint(token) {
      const expiresAtS = Math.max(token.expiresAtS, lives.get(userOf(token)) ?? 0);
      const minted = good.mint({ ...token, expiresAtS });
      tokens.set(minted.ticket, token);
      return minted;
    },
    present(ticket) {
      const presented = good.present(ticket);
      const token = tokens.get(ticket);
      if ('fault' in presented || token === undefined) return presented;
      if (token.expiresAtS !== null) lives.set(userOf(token), token.expiresAtS);
      return { token };
    },
  };
}

/** Users are counted under another number with each session that they opened with a ticket. */
function countsAnewWithASession(): Defect {
  const opened = new Map<string, number>();
  return {
    name: 'counts-tickets-anew-with-a-session',
    breaks: ['TKT-06'],
    story: 'the sixty tickets of a minute are sixty more once the user opens a session with one of them',
    stages: {
      'mint-ticket': (good) => ({
        ...good,
        run(known, proceed) {
          const { caller } = known;
          const { orgId, userId } = caller.user;
          const counted = userId + (opened.get(`${orgId}/${userId}`) ?? 0) * 1_000_003;
          return good.run({ ...known, caller: { ...caller, user: { ...caller.user, userId: counted } } }, proceed);
        },
      }),
      'open-trading-session': (good) => ({
        ...good,
        run(known, proceed) {
          const user = known.holder?.user;
          const name = `${user?.orgId}/${user?.userId}`;
          if (handshakeQuery(known.rawQuery).tickets.length > 0) opened.set(name, (opened.get(name) ?? 0) + 1);
          return good.run(known, proceed);
        },
      }),
    },
  };
}

export const FORGOTTEN_TICKETS: readonly Defect[] = [
  takesWhatWasSpentBeforeARestart(),
  forgetsASpentTicketWithARenewal(),
  countsAnewWithASession(),
  {
    name: 'mints-by-the-token-of-a-session-before',
    breaks: ['TKT-04'],
    story: 'the tickets of a user live as long as the token that they last opened a session by, where that is longer',
    tickets: remembersALongerLife,
  },
];
