import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { isOpened } from '../../target/conversation.ts';
import { unminted } from '../tkt/ticket-parts.ts';
import { opens } from './frame-rules.ts';

export const oneCredential = check({
  id: 'wss/one-credential',
  proves: ['WSS-02'],
  title: 'a handshake with a ticket opens, and one with a bearer header and a ticket is refused',
  needs: ['trader', 'tickets', 'trading-socket'],

  async drive({ trader }) {
    await trader.openSocket('trading', { label: 'bearer' });
    const { ticket: first } = await trader.mintTicket({ label: 'minted' });
    if (first !== undefined) await trader.openSocket('trading', { ticket: first, label: 'ticket' });
    const { ticket: second } = await trader.mintTicket({ label: 'minted' });
    const token = await trader.token();
    if (second !== undefined) await trader.openSocket('trading', { ticket: second, token, label: 'both' });
  },

  judge(history) {
    const unknown = unminted(...history.labelled('minted'));
    if (unknown !== undefined) return unknown;
    const both = history.conversation('both');
    const byTicket = history.conversation('ticket');
    return allOf(
      isOpened(both) ? violated('a refused handshake: one credential, never both', both) : pass,
      opens(history.conversation('bearer'), 'with a bearer header'),
      // A ticket may be its minter's alone (A89).
      isOpened(byTicket) || history.target.singleMember
        ? opens(byTicket, 'with a ticket')
        : inconclusive('another member may have minted the ticket'),
    );
  },
});
