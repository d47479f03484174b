/**
 * Whether a member accepts the body of a write as the suite sends it. Only then can a refusal be attributed to the
 * tested defect.
 */

import type { Exchange } from '../member/exchange/exchange.ts';
import { isFactual, isOk } from '../member/exchange/exchange.ts';
import { expects } from '../runner/expectation.ts';
import type { History } from '../runner/history.ts';
import type { Judgement } from '../runner/judgement.ts';
import { unseen } from '../runner/judgement.ts';
import type { OfOneWrite } from './sample-write.ts';

/**
 * Whether the request labelled `taken` reached its owner, or was withheld because an earlier run created the row with
 * the same body. Always true under `strict`: the sandbox's member accepts the suite's bodies.
 */
export function isKnown(history: History, of: OfOneWrite): boolean {
  const taken = of.get('taken');
  return history.target.strict || taken === undefined || isOk(taken) || isFactual(taken);
}

/**
 * Like `expects`, where the body is known. Where it is not, a refusal may be for the body, so only an accepted request
 * is judged.
 */
export function isRefused(
  history: History,
  of: OfOneWrite,
  e: Exchange,
  expected: Parameters<typeof expects>[1],
): Judgement {
  return isKnown(history, of) || isOk(e) || isFactual(e) ? expects(e, expected) : unseen;
}
