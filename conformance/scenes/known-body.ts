/** Whether a member takes the body of a write as the suite sends it: only then a refusal can be held against what it is asked for. */

import type { Exchange } from '../client/exchange.ts';
import { isFactual, isOk } from '../client/exchange.ts';
import { expects } from '../runner/expectation.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { pass } from '../runner/judgement.ts';
import type { OfOneWrite } from './sample-write.ts';

/**
 * What was sent as `taken` came as far as its owner; or it was withheld, since a row that the same body made stands. A
 * body of our own member's is our own word.
 */
export function isKnown(history: History, of: OfOneWrite): boolean {
  const taken = of.get('taken');
  return history.target.strict || taken === undefined || isOk(taken) || isFactual(taken);
}

/** As `expects`, where the body is known; where it is not, a refusal may be for the body, and only what was taken tells. */
export function isRefused(
  history: History,
  of: OfOneWrite,
  e: Exchange,
  expected: Parameters<typeof expects>[1],
): Judgement {
  return isKnown(history, of) || isOk(e) || isFactual(e) ? expects(e, expected) : pass;
}
