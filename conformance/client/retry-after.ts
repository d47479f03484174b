/** When an answer says that the request may be sent again. */
import type { Exchange } from './exchange.ts';
import { header, retryAfterSeconds } from './exchange.ts';

/** Seconds, or the date of an HTTP header (RFC 9110, section 10.2.3). */
const READABLE = /^([0-9]{1,9}|[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$/;

/** Whether it has a Retry-After that a client can read. */
export function hasRetryAfter(e: Exchange): boolean {
  return READABLE.test(header(e, 'retry-after') ?? '');
}

const MINUTE_S = 60;
/** Who writes the Date of an answer need not be who writes its Retry-After: their clocks may be so far apart. */
const DATE_SKEW_S = 5;

/**
 * Retry-After in seconds: as such, or as a date next to the Date of the answer (RFC 9110). A date without a Date counts as a
 * minute; undefined where neither can be read.
 */
export function toldSeconds(e: Exchange): number | undefined {
  const [until, now] = ['retry-after', 'date'].map((name) => Date.parse(header(e, name) ?? ''));
  const seconds = Math.ceil(((until ?? Number.NaN) - (now ?? Number.NaN)) / 1_000);
  if (retryAfterSeconds(e) === undefined && !Number.isNaN(until) && Number.isNaN(now)) return MINUTE_S;
  return retryAfterSeconds(e) ?? (Number.isNaN(seconds) ? undefined : seconds);
}

/** How unsure `toldSeconds` is, in seconds. */
function skewOf(e: Exchange): number {
  return retryAfterSeconds(e) === undefined ? DATE_SKEW_S : 0;
}

/** How long to wait so that the time told is surely over; undefined where none is told. */
export function secondsToWait(e: Exchange): number | undefined {
  const seconds = toldSeconds(e);
  return seconds === undefined ? undefined : seconds + skewOf(e);
}

/** Whether a time is told, and it is `from` to `to` seconds. */
export function isToldWithin(e: Exchange, from: number, to: number): boolean {
  const [seconds, skew] = [toldSeconds(e), skewOf(e)];
  return seconds !== undefined && seconds + skew >= from && seconds - skew <= to;
}
