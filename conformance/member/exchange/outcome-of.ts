/** What one exchange says about the target as a whole, for the pace and the circuit breaker. */
import type { Outcome } from '../sending/circuit-breaker.ts';
import type { Exchange } from './exchange.ts';
import { errorCode, pathOf, retryable, status } from './exchange.ts';

/** Routes with a limit of their own. */
const TICKETS = '/v1/ws-tickets';
const INTAKE = '/credentials';

/**
 * The limit of the intake, or of one user's tickets. Only a request for more of them has to wait: it does not say that the
 * member is busy.
 */
function isOfOneRoute(e: Exchange): boolean {
  const path = pathOf(e);
  return errorCode(e) === 'RATE_LIMITED' && (path.endsWith(TICKETS) || path.startsWith(INTAKE));
}

/** Whether the target asked for fewer requests: a 429, or a 503 that is not for good (of a surface that it lacks). */
export function isPushBack(e: Exchange): boolean {
  return (status(e) === 429 && !isOfOneRoute(e)) || (status(e) === 503 && retryable(e) !== false);
}

/** Converts seconds to milliseconds; keeps undefined. */
export function inMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** Description: `429 RATE_LIMITED`. */
function statusAndCode(e: Exchange): string {
  return [status(e), errorCode(e)].filter((part) => part !== undefined).join(' ');
}

/**
 * The outcome for the circuit breaker. `judgesBusyAnswers`: the session tests busy responses, so they do not count
 * against the target.
 */
export function outcomeOf(e: Exchange, judgesBusyAnswers: boolean): Outcome {
  const { sentAtMs, failure, foreign } = e;
  if (failure !== null) return { kind: 'failure', what: failure, sentAtMs };
  if (foreign !== undefined) return { kind: 'foreign', what: foreign, sentAtMs };
  return isPushBack(e) && !judgesBusyAnswers ? { kind: 'busy', what: statusAndCode(e), sentAtMs } : { kind: 'answer' };
}
