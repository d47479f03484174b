/** What one exchange says of the target as a whole: to its pace and to the circuit breaker. */
import type { Outcome } from './circuit-breaker.ts';
import type { Exchange } from './exchange.ts';
import { errorCode, status } from './exchange.ts';

export function isPushBack(e: Exchange): boolean {
  return status(e) === 429 || status(e) === 503;
}

export function inMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** `429 RATE_LIMITED` */
function statusAndCode(e: Exchange): string {
  return [status(e), errorCode(e)].filter((part) => part !== undefined).join(' ');
}

/** `judgesBusyAnswers`: a member that is busy is what the session is about. */
export function outcomeOf(e: Exchange, judgesBusyAnswers: boolean): Outcome {
  const { sentAtMs, failure, foreign } = e;
  if (failure !== null) return { kind: 'failure', what: failure, sentAtMs };
  if (foreign !== undefined) return { kind: 'foreign', what: foreign, sentAtMs };
  return isPushBack(e) && !judgesBusyAnswers ? { kind: 'busy', what: statusAndCode(e), sentAtMs } : { kind: 'answer' };
}
