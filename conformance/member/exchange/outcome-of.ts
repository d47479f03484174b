/** What one exchange says about the target as a whole, for the pace and the circuit breaker. */
import type { Outcome } from '../sending/circuit-breaker.ts';
import type { Exchange } from './exchange.ts';
import { errorCode, retryable, status } from './exchange.ts';

/** Whether the target asked for fewer requests: a 429, or a 503 that is not for good (of a surface that it lacks). */
export function isPushBack(e: Exchange): boolean {
  return status(e) === 429 || (status(e) === 503 && retryable(e) !== false);
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
