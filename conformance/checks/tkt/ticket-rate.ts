/** What both checks of the ticket limit ask of a refusal by it. */
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { errorCode, header, retryAfterSeconds, status } from '../../target/exchange.ts';

/** By status or by code: one without the other is a limit that is told wrongly. */
export const isLimited = (e: Exchange) => status(e) === 429 || errorCode(e) === 'RATE_LIMITED';

/** A limit of a minute has passed by then, however it is counted and rounded. */
export const LONGEST_S = 120;
const MINUTE_S = 60;

/** Retry-After in seconds: as such, or as a date beside the Date of the answer (RFC 9110). */
export function toldSeconds(e: Exchange): number | undefined {
  const [until, now] = ['retry-after', 'date'].map((name) => Date.parse(header(e, name) ?? ''));
  const seconds = Math.ceil(((until ?? Number.NaN) - (now ?? Number.NaN)) / 1_000);
  if (retryAfterSeconds(e) === undefined && !Number.isNaN(until) && Number.isNaN(now)) return MINUTE_S;
  return retryAfterSeconds(e) ?? (Number.isNaN(seconds) ? undefined : seconds);
}

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
