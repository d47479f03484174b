/** Reads of GET /operations/{key}. */

import type { Exchange } from '../client/exchange.ts';
import { at, pathOf } from '../client/exchange.ts';
import { recordState } from '../client/operation-record.ts';
import type { History } from '../runner/history.ts';
import { organisationOf } from './attempt.ts';

export interface OperationRead {
  readonly exchange: Exchange;
  readonly organisation: string;
  readonly key: string;
}

/** The reads that were answered, in order of sending. */
export function operationReads(history: History): readonly OperationRead[] {
  return history.answered.flatMap((exchange) => {
    const key = /^\/operations\/([^/]+)$/.exec(pathOf(exchange))?.[1];
    if (exchange.request.method !== 'GET' || key === undefined) return [];
    return [{ exchange, organisation: organisationOf(exchange.actor), key: decodeURIComponent(key) }];
  });
}

/** The outcome as the sandbox's member serves it; the interface does not say what a deployed member's looks like. */
export interface ToldOutcome {
  readonly isFinal: boolean;
  /** Ids by name; null: the outcome does not have this id. */
  readonly ids: readonly (readonly [name: string, id: unknown])[];
  readonly code: unknown;
  readonly position: unknown;
}

const IDS = ['orderId', 'rowId', 'instanceId', 'configSeq', 'count'] as const;

/** The outcome that an operation record shows: whether it is final, its ids, its error code and its position. */
export function toldOutcome(e: Exchange): ToldOutcome {
  return {
    isFinal: recordState(e) !== 'pending',
    ids: IDS.map((name) => [name, at(e, 'outcome', name) ?? null]),
    code: at(e, 'outcome', 'code'),
    position: at(e, 'outcome', 'globalSequence'),
  };
}
