import { check } from '../../runner/check.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';
import { isOpened } from '../../target/conversation.ts';
import { unminted } from './ticket-parts.ts';

/** Past ten seconds from minting by as much as two clocks may be apart within one member. */
const PAST_MS = 11_500;

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
    const expired = history.conversation('expired');
    if (isOpened(expired)) return violated('a refused handshake: its ticket has expired', expired);
    return isOpened(history.conversation('fresh')) ? pass : inconclusive('a fresh ticket opened no session either');
  },
});
