/** Reads of GET /operations/{key}. */

import type { Exchange } from '../member/exchange/exchange.ts';
import { at } from '../member/exchange/exchange.ts';
import { recordState } from '../member/exchange/operation-record.ts';
import { answersOf } from './answers.ts';
import { organisationOf } from './attempt.ts';
import type { Chronicle, KeyStory } from './chronicle.ts';
import { derived } from './derived.ts';
import type { Row } from './families.ts';

export interface OperationRead {
  readonly exchange: Exchange;
  readonly organisation: string;
  readonly key: string;
  /** undefined: the organisation sent nothing under this key. */
  readonly story: KeyStory | undefined;
}

/** The reads that were answered, in order of sending. */
export const operationReads: (chronicle: Chronicle) => readonly OperationRead[] = derived((chronicle) =>
  answersOf(chronicle).operations.map(({ exchange, key }) => {
    const organisation = organisationOf(exchange.actor);
    return { exchange, organisation, key, story: chronicle.storyOf(organisation, key) };
  }),
);

/** The outcome as the sandbox's member serves it; the interface does not say what a deployed member's looks like. */
export interface ToldOutcome {
  readonly isFinal: boolean;
  /** Ids by name; null or undefined: the outcome does not have this id. */
  readonly ids: Readonly<Record<(typeof OUTCOME_IDS)[number], unknown>>;
  readonly code: unknown;
  readonly position: unknown;
}

/** The ids of what a write may have made or changed, as the record names them. */
export const OUTCOME_IDS = ['orderId', 'rowId', 'instanceId', 'configSeq', 'count'] as const;

/** The outcome that an operation record shows: whether it is final, its ids, its error code and its position. */
export function toldOutcome(e: Exchange): ToldOutcome {
  const outcome = at(e, 'outcome');
  const own = (typeof outcome === 'object' && outcome !== null ? outcome : {}) as ToldOutcome['ids'] & Row;
  return { isFinal: recordState(e) !== 'pending', ids: own, code: own['code'], position: own['globalSequence'] };
}
