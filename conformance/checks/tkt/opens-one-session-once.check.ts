import { isBusy } from '../../client/busy.ts';
import type { Conversation } from '../../client/conversation.ts';
import { isOpened } from '../../client/conversation.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { unminted } from '../../scenes/ticket-parts.ts';
import { respeltTickets } from './respelt-tickets.ts';

const AT_ONCE = 10;

/** A ticket lives ten seconds: on a slow way it may have expired before it was first shown. */
const LIFE_MS = 10_000;

function isInTime(history: History, first: Conversation | undefined): boolean {
  const minted = history.labelled('minted').findLast(({ n }) => first !== undefined && n < first.n);
  return first !== undefined && minted !== undefined && first.answeredAtMs - minted.sentAtMs < LIFE_MS;
}

/** At most one of them; one at all where one member minted the ticket and was shown it (A89, A90). */
function opensOnce(history: History, label: string): Judgement {
  const tries = history.conversationsLabelled(label);
  const opened = tries.filter(isOpened);
  if (opened.length > 1) return violated('a session opened by the first use of a ticket alone', ...opened);
  if (opened.length === 1) return pass;
  const first = tries[0];
  const isKnown = history.target.singleMember && !tries.some(isBusy) && isInTime(history, first);
  if (first === undefined || !isKnown) return inconclusive(`no try opened a session (${label})`);
  return violated('a session opened by the first use of its ticket', first);
}

export const opensOneSessionOnce = check({
  id: 'tkt/opens-one-session-once',
  proves: ['TKT-08'],
  title: 'a ticket opens one session once: again, at the same time or in another spelling it is refused',
  needs: ['trader', 'tickets', 'trading-socket'],

  async drive({ trader }) {
    const { ticket: first } = await trader.mintTicket({ label: 'minted' });
    if (first !== undefined) {
      const open = await trader.openSocket('trading', { ticket: first, label: 'one after another' });
      await trader.openSocket('trading', { ticket: first, label: 'one after another' });
      for (const spelling of respeltTickets(first)) {
        const options = { token: null, query: `ticket=${spelling}`, label: 'one after another' };
        await trader.openSocket('trading', options);
      }
      await open.close();
      await trader.openSocket('trading', { ticket: first, label: 'one after another' });
    }
    const { ticket: second } = await trader.mintTicket({ label: 'minted' });
    if (second === undefined) return;
    const open = () => trader.openSocket('trading', { ticket: second, label: 'at the same time' });
    await Promise.all(Array.from({ length: AT_ONCE }, open));
  },

  judge: (history) =>
    unminted(...history.labelled('minted')) ??
    allOf(opensOnce(history, 'one after another'), opensOnce(history, 'at the same time')),
});
