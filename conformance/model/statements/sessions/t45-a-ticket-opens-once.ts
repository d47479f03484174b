import type { Conversation } from '../../../member/exchange/conversation.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import type { Chronicle } from '../../chronicle.ts';
import type { Minted } from '../../minted-tickets.ts';
import { mintedTickets } from '../../minted-tickets.ts';
import { openedByTicket } from '../../spent-tickets.ts';
import type { Statement } from '../../statement.ts';
import { momentOf } from '../../target-clock.ts';

function judgeTicket(
  { mark, exchange, expiresAtNs }: Minted,
  opened: readonly Conversation[],
  { history }: Chronicle,
): Judgement {
  const [, second] = opened;
  if (second !== undefined) return violated(`a refusal: ${mark} opened a session before`, exchange, opened.slice(0, 2));
  // Only a readable clock shows when a handshake was sent; without control expiry is not judged.
  const late = opened.find(({ n }) => {
    const moment = momentOf(history, n);
    return moment !== undefined && expiresAtNs !== undefined && moment.notBeforeNs >= expiresAtNs;
  });
  return late === undefined ? pass : violated(`a refusal: ${mark} had expired`, exchange, late);
}

/**
 * T45. A ticket opens at most one session, in whatever spelling and on whatever member, and none after it has
 * expired.
 */
export const aTicketOpensOnce: Statement = {
  id: 'T45',
  says: 'a ticket opens one session at most, however it is spelled and wherever it is spent, and none once it has expired',
  shows: ['TKT-08', 'TKT-09'],
  judge(chronicle) {
    const opened = openedByTicket(chronicle.history);
    return allOf(mintedTickets(chronicle).map((one) => judgeTicket(one, opened.get(one.mark) ?? [], chronicle)));
  },
};
