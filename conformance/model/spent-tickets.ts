/** How the tickets of a history were used, by the marks that stand for them in its record. */
import type { Conversation } from '../member/exchange/conversation.ts';
import { isOpened } from '../member/exchange/conversation.ts';
import type { History } from '../runner/history.ts';

/** The label of a handshake that spells a ticket differently: `also <ticket 3>`. */
export function spelledOtherwise(mark: string): string {
  return `also ${mark}`;
}

/** The mark of the ticket that a handshake spends; undefined where it spends none. */
export function spentBy({ request, label }: Conversation): string | undefined {
  const told = label?.startsWith('also ') ? label : request.path;
  return /<ticket [0-9]+>/.exec(told)?.[0];
}

/** The sessions that tickets opened, in order of opening. */
export function openedByTicket({ conversations }: History): ReadonlyMap<string, readonly Conversation[]> {
  const opened = conversations.filter((one) => isOpened(one) && spentBy(one) !== undefined);
  return Map.groupBy(opened, (one) => spentBy(one) as string);
}
