/** Builds the exchange of a request that was sent, before and after its answer. */
import type { Exchange, RecordedRequest } from './exchange.ts';

/** A request as it was sent. */
export interface SentRequest {
  readonly n: number;
  readonly label: string | null;
  readonly actor: string;
  readonly request: RecordedRequest;
  readonly sentAtMs: number;
  /** Bytes on a connection of their own. */
  readonly isRaw: boolean;
}

export type Received = Pick<Exchange, 'response' | 'failure' | 'foreign'>;

/** The members are in one order and none is absent without need: every judge reads exchanges, fast where they look alike. */
export function exchangeOf(
  sent: SentRequest,
  answeredAtMs: number,
  { response, failure, foreign }: Received,
): Exchange {
  const { n, label, actor, request, sentAtMs } = sent;
  const exchange = sent.isRaw
    ? { n, label, actor, request, sentAtMs, answeredAtMs, response, raw: true as const, failure }
    : { n, label, actor, request, sentAtMs, answeredAtMs, response, failure };
  return foreign === undefined ? exchange : { ...exchange, foreign };
}

/** The exchange while its answer is awaited. */
export function unanswered(sent: SentRequest): Exchange {
  return exchangeOf(sent, sent.sentAtMs, { response: null, failure: 'not answered before the check was done' });
}
