import { durationMs, LONGEST_MS } from '../duration.ts';

/** Seconds, or a date as HTTP writes it (RFC 9110 section 5.6.7). */
const OF_THE_HEADER =
  /^(?:[0-9]{1,9}|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT)$/;

export const RETRY_AFTER_FORMS =
  'seconds (2), the text of the header ("2" or an HTTP date) or a duration with a unit (2s), from 0 to ten years';

/** The value of the header `Retry-After`: a number is in seconds, and a part of a second counts as one. undefined: none. */
export function retryAfterText(stated: string | number): string | undefined {
  if (typeof stated === 'string' && OF_THE_HEADER.test(stated)) return stated;
  const seconds = typeof stated === 'number' ? stated : durationMs(stated) / 1_000;
  return seconds >= 0 && seconds <= LONGEST_MS / 1_000 ? `${Math.ceil(seconds)}` : undefined;
}
