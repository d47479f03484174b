/** Reads when a response allows its request to be sent again. */
import type { Exchange } from './exchange.ts';
import { header, retryAfterSeconds } from './exchange.ts';

/** Seconds, or the date of an HTTP header (RFC 9110, section 10.2.3). */
const READABLE = /^([0-9]{1,9}|[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$/;

/** Whether it has a Retry-After that a client can read. */
export function hasRetryAfter(e: Exchange): boolean {
  return READABLE.test(header(e, 'retry-after') ?? '');
}

const MINUTE_S = 60;
/** The tolerated difference between the clocks behind Date and Retry-After, which different servers may write. */
const DATE_SKEW_S = 5;

/**
 * Retry-After in seconds: stated as such, or the difference between its date and the Date header (RFC 9110). A date
 * without a Date header counts as a minute; undefined where neither can be read.
 */
export function statedSeconds(e: Exchange): number | undefined {
  const [until, now] = ['retry-after', 'date'].map((name) => Date.parse(header(e, name) ?? ''));
  const seconds = Math.ceil(((until ?? Number.NaN) - (now ?? Number.NaN)) / 1_000);
  if (retryAfterSeconds(e) === undefined && !Number.isNaN(until) && Number.isNaN(now)) return MINUTE_S;
  return retryAfterSeconds(e) ?? (Number.isNaN(seconds) ? undefined : seconds);
}

/** The uncertainty of `statedSeconds`, in seconds. */
function skewOf(e: Exchange): number {
  return retryAfterSeconds(e) === undefined ? DATE_SKEW_S : 0;
}

/** How long to wait until the stated time is surely over; undefined where none is stated. */
export function secondsToWait(e: Exchange): number | undefined {
  const seconds = statedSeconds(e);
  return seconds === undefined ? undefined : seconds + skewOf(e);
}

/** Whether a time is stated and lies between `from` and `to` seconds. */
export function isStatedWithin(e: Exchange, from: number, to: number): boolean {
  const [seconds, skew] = [statedSeconds(e), skewOf(e)];
  return seconds !== undefined && seconds + skew >= from && seconds - skew <= to;
}
