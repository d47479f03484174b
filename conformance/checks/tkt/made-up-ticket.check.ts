import { isOpened } from '../../client/conversation.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive, pass } from '../../runner/judgement.ts';
import { isTurnedAway, unminted } from '../../scenes/ticket-parts.ts';
import { tamperedTickets } from './respelt-tickets.ts';

const MADE_UP = { 'made up': 'touchstone-made-up-ticket', 'of one letter': 'A', 'of dots': 'a.b.c' } as const;

export const madeUpTicket = check({
  id: 'tkt/made-up-ticket',
  proves: ['TKT-10'],
  title: 'a tampered or made-up ticket is refused at the handshake',
  needs: ['trader', 'tickets', 'trading-socket'],

  async drive({ trader }) {
    const { ticket } = await trader.mintTicket({ label: 'minted' });
    if (ticket === undefined) return;
    const wrong = { ...tamperedTickets(ticket), ...MADE_UP };
    for (const [label, spelling] of Object.entries(wrong)) {
      await trader.openSocket('trading', { ticket: spelling, label });
    }
    await trader.openSocket('trading', { token: null, query: 'ticket=', label: 'empty' });
    const { ticket: untouched } = await trader.mintTicket({ label: 'minted' });
    if (untouched !== undefined) await trader.openSocket('trading', { ticket: untouched, label: 'untouched' });
  },

  judge(history) {
    const unknown = unminted(...history.labelled('minted'));
    if (unknown !== undefined) return unknown;
    const wrong = history.conversations.filter(({ label }) => label !== 'untouched');
    const isRight = isOpened(history.conversation('untouched'));
    return allOf(
      eachOf(wrong, (c) => isTurnedAway(c, `its ticket is ${c.label}`)),
      isRight ? pass : inconclusive('an untouched ticket opened no session either'),
    );
  },
});
