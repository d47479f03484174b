import type { Conversation } from '../../client/conversation.ts';
import { isOpened } from '../../client/conversation.ts';
import { opens } from '../../rules/frame-rules.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { unminted } from '../../scenes/ticket-parts.ts';

const LIFE_MS = 10_000;

function isInTime(history: History, byTicket: Conversation): boolean {
  const minted = history.labelled('minted')[0];
  return minted !== undefined && byTicket.answeredAtMs - minted.sentAtMs < LIFE_MS;
}

export const oneCredential = check({
  id: 'wss/one-credential',
  proves: ['WSS-02'],
  title: 'a handshake with a ticket opens, and one with a bearer header and a ticket is refused',
  needs: ['trader', 'tickets', 'trading-socket'],
  since: '0.14.0',

  async drive({ trader }) {
    await trader.openSocket('trading', { label: 'bearer' });
    const { ticket: first } = await trader.mintTicket({ label: 'minted' });
    if (first !== undefined) await trader.openSocket('trading', { ticket: first, label: 'ticket' });
    const { ticket: second } = await trader.mintTicket({ label: 'minted' });
    const token = await trader.token();
    if (second !== undefined) await trader.openSocket('trading', { ticket: second, token, label: 'both' });
    await trader.openSocket('trading', { ticket: 'touchstone-made-up-ticket', token, label: 'both, one made up' });
  },

  judge(history) {
    const unknown = unminted(...history.labelled('minted'));
    if (unknown !== undefined) return unknown;
    const both = history.conversation('both');
    const byTicket = history.conversation('ticket');
    const madeUp = history.maybeConversation('both, one made up');
    return allOf(
      madeUp !== undefined && isOpened(madeUp)
        ? violated('a refused handshake: one credential, never both', madeUp)
        : pass,
      isOpened(both) ? violated('a refused handshake: one credential, never both', both) : pass,
      opens(history.conversation('bearer'), 'with a bearer header'),
      // A ticket may be its minter's alone (A89), and on a slow way it may have expired before it came.
      isOpened(byTicket) || (history.target.singleMember && isInTime(history, byTicket))
        ? opens(byTicket, 'with a ticket')
        : inconclusive('the ticket may be of another member, or have expired'),
    );
  },
});
