import { isOpened } from '../../client/conversation.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass } from '../../runner/judgement.ts';
import { isTurnedAway, unminted } from '../../scenes/ticket-parts.ts';

/** Past ten seconds from minting by as much as the clocks of two members may be apart. */
const PAST_MS = 15_000;

export const expiredTicket = check({
  id: 'tkt/expired-ticket',
  proves: ['TKT-09'],
  title: 'an expired ticket is refused at the handshake',
  needs: ['trader', 'tickets', 'trading-socket'],

  async drive({ trader, elapse }) {
    const { ticket: fresh } = await trader.mintTicket({ label: 'minted' });
    if (fresh !== undefined) {
      const socket = await trader.openSocket('trading', { ticket: fresh, label: 'fresh' });
      await socket.close();
    }
    const { ticket } = await trader.mintTicket({ label: 'minted' });
    await elapse(PAST_MS);
    if (ticket !== undefined) await trader.openSocket('trading', { ticket, label: 'expired' });
  },

  judge(history) {
    const unknown = unminted(...history.labelled('minted'));
    if (unknown !== undefined) return unknown;
    return allOf(
      isTurnedAway(history.conversation('expired'), 'its ticket has expired'),
      isOpened(history.conversation('fresh')) ? pass : inconclusive('a fresh ticket opened no session either'),
    );
  },
});
