/** The tickets of a history and how they were used, by the marks that stand for them in its record. */

import type { Conversation } from '../member/exchange/conversation.ts';
import { isOpened } from '../member/exchange/conversation.ts';
import type { Exchange } from '../member/exchange/exchange.ts';
import { isOk, textAt } from '../member/exchange/exchange.ts';
import type { History } from '../runner/history.ts';
import type { Chronicle } from './chronicle.ts';
import { derived } from './chronicle.ts';
import { spentBy } from './session-story.ts';

/** The answers to POST /v1/ws-tickets, in order of sending. */
export function mintsOf(history: History): readonly Exchange[] {
  return history.of('POST /v1/ws-tickets').filter(({ response }) => response !== null);
}

export interface Minted {
  /** A mark such as `<ticket 3>`; equal tickets have equal marks. */
  readonly mark: string;
  readonly exchange: Exchange;
  /** undefined where the text is not a decimal string. */
  readonly expiresAtNs: bigint | undefined;
}

/** In order of minting. */
export const mintedTickets: (chronicle: Chronicle) => readonly Minted[] = derived((chronicle) =>
  mintsOf(chronicle.history).flatMap((exchange): Minted[] => {
    const mark = isOk(exchange) ? textAt(exchange, 'ticket') : undefined;
    if (mark === undefined) return [];
    const written = textAt(exchange, 'expiresAtNs') ?? '';
    const expiresAtNs = /^(0|[1-9][0-9]{0,18})$/.test(written) ? BigInt(written) : undefined;
    return [{ mark, exchange, expiresAtNs }];
  }),
);

/** The sessions that tickets opened, in order of opening. */
export function openedByTicket({ conversations }: History): ReadonlyMap<string, readonly Conversation[]> {
  const opened = conversations.filter((one) => isOpened(one) && spentBy(one) !== undefined);
  return Map.groupBy(opened, (one) => spentBy(one) as string);
}
