/** A client that knows status, code and retryable where it is there, and sends the same write until it has its outcome. */

import type { Exchange } from '../../client/exchange.ts';
import { errorCode, header, isOk, retryable, status } from '../../client/exchange.ts';
import { secondsToWait } from '../../client/retry-after.ts';
import { publishedRetryable } from '../../contract/retryable.ts';
import type { Scene } from '../../runner/check.ts';

const MOST_SENDINGS = 12;
/** Where nothing says when to come back. */
const SHORT_PAUSE_MS = 500;
/** The write is done, well or ill: there is nothing more to wait for. */
export function isOutcome(e: Exchange): boolean {
  return e.response !== null && status(e) !== 202 && !mayBeSentAgain(e);
}

/** Whether the identical request, with the same key, can succeed. */
function mayBeSentAgain(e: Exchange): boolean {
  if (isOk(e)) return false;
  // An older member does not say. What its code leaves open is worth a try; a ceiling is a recorded answer.
  const [seen, code] = [status(e) ?? 0, errorCode(e) ?? ''];
  return retryable(e) ?? publishedRetryable({ status: seen, code, factual: code === 'RATE_CEILING' }) !== false;
}

type Waiting = Pick<Scene<'trader'>, 'trader' | 'elapse'>;

/** Sends, waits, polls and sends again under one key; the last answer, where there is one. */
export async function complete({ trader, elapse }: Waiting, send: () => Promise<Exchange>): Promise<Exchange> {
  let answer = await send();
  for (let sendings = 1; sendings < MOST_SENDINGS && !isOutcome(answer); sendings += 1) {
    const record = status(answer) === 202 ? header(answer, 'location') : undefined;
    await elapse((secondsToWait(answer) ?? 0) * 1_000 || SHORT_PAUSE_MS);
    if (record !== undefined) await trader.get(record);
    answer = await send();
  }
  return answer;
}
