/** The tickets of a history, by the marks that stand for them in its record. */

import type { Exchange } from '../member/exchange/exchange.ts';
import { isOk, textAt } from '../member/exchange/exchange.ts';
import { answersOf } from './answers.ts';
import type { Chronicle } from './chronicle.ts';
import { derived } from './derived.ts';

export interface Minted {
  /** A mark such as `<ticket 3>`; equal tickets have equal marks. */
  readonly mark: string;
  readonly exchange: Exchange;
  /** undefined where the text is not a decimal string. */
  readonly expiresAtNs: bigint | undefined;
}

/** In order of minting. */
export const mintedTickets: (chronicle: Chronicle) => readonly Minted[] = derived((chronicle) =>
  answersOf(chronicle).mints.flatMap((exchange): Minted[] => {
    const mark = isOk(exchange) ? textAt(exchange, 'ticket') : undefined;
    if (mark === undefined) return [];
    const written = textAt(exchange, 'expiresAtNs') ?? '';
    const expiresAtNs = /^(0|[1-9][0-9]{0,18})$/.test(written) ? BigInt(written) : undefined;
    return [{ mark, exchange, expiresAtNs }];
  }),
);
