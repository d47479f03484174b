/** The tickets of a history, by the marks that stand for them in its record, and how each was used. */

import type { Conversation } from '../client/conversation.ts';
import { isOpened } from '../client/conversation.ts';
import type { Exchange } from '../client/exchange.ts';
import { isOf, isOk, textAt } from '../client/exchange.ts';
import type { History } from '../runner/history.ts';

export interface Minted {
  /** A mark such as `<ticket 3>`; equal tickets have equal marks. */
  readonly mark: string;
  readonly exchange: Exchange;
  /** undefined where the text is not a decimal string. */
  readonly expiresAtNs: bigint | undefined;
}

/** Whether the exchange asks for a ticket: POST /v1/ws-tickets. */
export function isMint(e: Exchange): boolean {
  return isOf(e, 'POST /v1/ws-tickets');
}

/** In order of minting. */
export function mintedTickets({ answered }: History): readonly Minted[] {
  return answered.flatMap((exchange): Minted[] => {
    const mark = isMint(exchange) && isOk(exchange) ? textAt(exchange, 'ticket') : undefined;
    if (mark === undefined) return [];
    const written = textAt(exchange, 'expiresAtNs') ?? '';
    const expiresAtNs = /^(0|[1-9][0-9]{0,18})$/.test(written) ? BigInt(written) : undefined;
    return [{ mark, exchange, expiresAtNs }];
  });
}

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
