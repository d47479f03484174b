/**
 * A member that is busy just then: a 429 or 503 in its proper form. It says nothing of a clause that something else was
 * asked for, and a shared target is never failed for being busy. Where such an answer is asked for, its status is named.
 */
import { publishedStatus } from '../contract/refusals.ts';
import { publishedRetryable } from '../contract/retryable.ts';
import type { Exchange } from './exchange.ts';
import { errorCode, isReplay, position, requestId, retryable, status, textAt } from './exchange.ts';
import { owes } from './owed.ts';
import { hasRetryAfter } from './retry-after.ts';

export function isBusy(e: Exchange): boolean {
  const seen = status(e);
  if (seen !== 429 && seen !== 503) return false;
  // A code that belongs to another status is no proper form.
  const published = publishedStatus(errorCode(e) ?? '') ?? seen;
  return (
    (owes(e, '0.12.0') ? isWhole(e) : isNotForGood(e)) &&
    seen === published &&
    position(e) === undefined &&
    !isReplay(e)
  );
}

function isWhole(e: Exchange): boolean {
  return (
    Boolean(textAt(e, 'error', 'message')) &&
    requestId(e) !== undefined &&
    textAt(e, 'error', 'requestId') === requestId(e) &&
    hasRetryAfter(e) &&
    retryable(e) === true
  );
}

/** Before 0.12.0 an envelope may say no more than its code (VER-08). */
function isNotForGood(e: Exchange): boolean {
  const code = errorCode(e);
  if (code === undefined) return false;
  return (retryable(e) ?? publishedRetryable({ status: status(e) ?? 0, code, factual: false })) !== false;
}

const TIMES = 4;

/**
 * For what a check asks of a member that has to turn it away for good, in the very form of one that is busy: asked again
 * while it is busy, since one that says so each time is not. The last answer is the one to judge.
 */
export async function insisting(ask: () => Promise<Exchange>): Promise<Exchange> {
  let answer = await ask();
  for (let times = 1; times < TIMES && isBusy(answer); times += 1) answer = await ask();
  return answer;
}

/** Of requests that were sent again, the last answer to each. */
export function lastOfEach(exchanges: readonly Exchange[]): readonly Exchange[] {
  const asked = Map.groupBy(exchanges, ({ request }) => `${request.method} ${request.path}`);
  return [...asked.values()].flatMap((of) => of.at(-1) ?? []);
}
