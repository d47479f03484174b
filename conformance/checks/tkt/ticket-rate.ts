/** What both checks of the ticket limit ask of a refusal by it. */
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { errorCode, status } from '../../target/exchange.ts';
import { toldSeconds } from '../../target/retry-after.ts';

/** By status or by code: one without the other is a limit that is told wrongly. */
export const isLimited = (e: Exchange) => status(e) === 429 || errorCode(e) === 'RATE_LIMITED';

/** The limit is of a minute, however it is counted; one second for rounding. */
export const LONGEST_S = 61;

/** 429 RATE_LIMITED, to be tried again when the minute has passed at the latest. */
export function isRateLimited(e: Exchange): Judgement {
  const seconds = toldSeconds(e);
  return allOf(
    expects(e, { status: 429, code: 'RATE_LIMITED', retryable: true, thoughBusy: true }),
    seconds !== undefined && seconds >= 1 && seconds <= LONGEST_S
      ? pass
      : { ...violated(`Retry-After of 1 to ${LONGEST_S} seconds`, e), thoughBusy: true },
  );
}
