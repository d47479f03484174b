/** What both checks of the ticket limit ask of a refusal by it. */

import type { Exchange } from '../../client/exchange.ts';
import { errorCode, status } from '../../client/exchange.ts';
import { isToldWithin } from '../../client/retry-after.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';

/** By status or by code: one without the other is a limit that is told wrongly. */
export const isLimited = (e: Exchange) => status(e) === 429 || errorCode(e) === 'RATE_LIMITED';

/** The limit is of a minute, however it is counted; one second for rounding. */
const LONGEST_S = 61;
/** Of a check that waits until the time told is over: a date is less sure than a number of seconds. */
export const LONGEST_WAIT_S = LONGEST_S + 10;

/** 429 RATE_LIMITED, to be tried again when the minute has passed at the latest. */
export function isRateLimited(e: Exchange): Judgement {
  return allOf(
    expects(e, { status: 429, code: 'RATE_LIMITED', retryable: true, thoughBusy: true }),
    isToldWithin(e, 1, LONGEST_S)
      ? pass
      : { ...violated(`Retry-After of 1 to ${LONGEST_S} seconds`, e), thoughBusy: true },
  );
}
