/**
 * Whether the member is temporarily busy: a 429 or 503 in its proper form. Such a response says nothing about another
 * clause, and a shared target never fails a check by being busy. A check that expects 429 or 503 names that status.
 */
import { publishedRetryable, publishedStatus } from '../../contract/refusals.ts';
import type { Exchange } from './exchange.ts';
import { errorCode, isReplay, position, requestId, retryable, status, textAt } from './exchange.ts';
import { owes } from './owed.ts';
import { hasRetryAfter } from './retry-after.ts';

/** Whether a response is a 429 or 503 in the proper form of its contract version. */
export function isBusy(e: Exchange): boolean {
  const seen = status(e);
  if (seen !== 429 && seen !== 503) return false;
  // A code that belongs to another status is not the proper form.
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

/**
 * Whether a response turns its request away for now, in whatever form: a 429 or 503 that no owner recorded, and whose
 * code is none of a refusal for good. Such a request is sent again, and what its form lacks is judged by itself
 * (err/busy-answers-keep-the-rules).
 */
export function isTurnedAway(e: Exchange): boolean {
  if (isBusy(e)) return true;
  const seen = status(e);
  if ((seen !== 429 && seen !== 503) || position(e) !== undefined || isReplay(e) || e.foreign !== undefined)
    return false;
  const code = errorCode(e) ?? '';
  if (![429, 503, undefined].includes(publishedStatus(code))) return false;
  const published = publishedRetryable({ status: seen, code, factual: false });
  // Only a read replica answers NOT_SERVING for good, and no member shows whether it is one.
  return published ?? (code === 'NOT_SERVING' || retryable(e) !== false);
}

/** Before 0.12.0 an envelope may contain nothing but its code (VER-08). */
function isNotForGood(e: Exchange): boolean {
  const code = errorCode(e);
  if (code === undefined) return false;
  return (retryable(e) ?? publishedRetryable({ status: status(e) ?? 0, code, factual: false })) !== false;
}

const TIMES = 4;

/**
 * Repeats a request that a member must refuse permanently with a status that busy members also use: a busy member
 * answers differently after a while, a permanent refusal does not. The last response is the one to judge.
 */
export async function insisting(ask: () => Promise<Exchange>): Promise<Exchange> {
  let answer = await ask();
  for (let times = 1; times < TIMES && isBusy(answer); times += 1) answer = await ask();
  return answer;
}

/** The last response to each request that was repeated. */
export function lastOfEach(exchanges: readonly Exchange[]): readonly Exchange[] {
  const asked = Map.groupBy(exchanges, ({ request }) => `${request.method} ${request.path}`);
  return [...asked.values()].flatMap((of) => of.at(-1) ?? []);
}
