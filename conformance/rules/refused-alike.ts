import type { Exchange } from '../member/exchange/exchange.ts';
import { sameRefusal } from '../member/exchange/same-refusal.ts';
import { differs, type Judgement, pass } from '../runner/judgement.ts';

/**
 * AUTH-16, ERR-09: two refusals are equal but for the id that each request names, so neither shows whether the row exists.
 * @param namedIn the id that a request names.
 * @param what the row of the first request, in words.
 */
export function refusedAlike(
  absent: Exchange,
  foreign: Exchange,
  namedIn: (e: Exchange) => string,
  what = 'a row that does not exist',
): Judgement {
  return sameRefusal(absent, foreign, namedIn) ? pass : differs(`the same answer as for ${what}`, absent, foreign);
}
