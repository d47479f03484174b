/** What both checks of the ticket limit ask of a refusal by it. */
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { errorCode, retryAfterSeconds, status } from '../../target/exchange.ts';

/** By status or by code: one without the other is a limit that is told wrongly. */
export const isLimited = (e: Exchange) => status(e) === 429 || errorCode(e) === 'RATE_LIMITED';

const LONGEST_S = 60;

/** 429 RATE_LIMITED, to be tried again within the minute. */
export function isRateLimited(e: Exchange): Judgement {
  const seconds = retryAfterSeconds(e);
  return allOf(
    expects(e, { status: 429, code: 'RATE_LIMITED', retryable: true, thoughBusy: true }),
    seconds !== undefined && seconds >= 1 && seconds <= LONGEST_S
      ? pass
      : { ...violated('Retry-After of 1 to 60 seconds', e), thoughBusy: true },
  );
}
