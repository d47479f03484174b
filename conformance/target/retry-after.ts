/** When an answer says that the request may be sent again. */
import type { Exchange } from './exchange.ts';
import { header, retryAfterSeconds } from './exchange.ts';

const MINUTE_S = 60;

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
