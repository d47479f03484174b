import { check } from '../../runner/check.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import { claimsOf, unminted } from '../../scenes/ticket-parts.ts';
import { isUnreserved, readableIn, staysUnchanged } from './readable-in-ticket.ts';

/** A record never shows a ticket, so what it shows of its holder is noted in its place. */
export const ticketIsOpaque = check({
  id: 'tkt/ticket-is-opaque',
  proves: ['TKT-11'],
  title: 'a ticket is URL-safe and opaque: no user, organisation or token can be read in it',
  needs: ['trader', 'tickets'],

  async drive({ trader, target, note }) {
    const token = await trader.token();
    const { ticket } = await trader.mintTicket({ label: 'minted' });
    if (ticket === undefined) return;
    note('URL-safe', target.strict ? isUnreserved(ticket) : staysUnchanged(ticket));
    note('readable', readableIn(ticket, claimsOf(token), token));
  },

  judge(history) {
    const minted = history.one('minted');
    const unknown = unminted(minted);
    if (unknown !== undefined) return unknown;
    const readable = history.noted('readable')?.value as readonly string[];
    return allOf(
      history.noted('URL-safe')?.value === true
        ? pass
        : violated('a ticket of characters that stand in a URL as they are', minted),
      readable.length === 0
        ? pass
        : violated(`a ticket in which nothing is read; ${readable.join(' and ')} is`, minted),
    );
  },
});
