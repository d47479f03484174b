/** A refusal shows its cause only where a like request without that cause is served. */
import { type Exchange, isFactual, isOk } from '../member/exchange/exchange.ts';
import { type Judgement, notExercised } from '../runner/judgement.ts';

/**
 * The judgement of refusals where one of these like requests was served; otherwise not exercised, for a member that
 * refuses every such request shows nothing.
 * @param what the like request, in words: `GET /orders without it`.
 */
export function besideServed(judgement: Judgement, likes: readonly Exchange[], what: string): Judgement {
  if (judgement.verdict !== 'pass' || likes.some((e) => isOk(e) || isFactual(e))) return judgement;
  return notExercised(`${what} was not served either: the refusals may have another cause`);
}
