/** For what a target need not show: the sandbox always does, so there the claim stays inconclusive. */
import type { History } from '../history.ts';
import type { Inconclusive, NotExercised } from '../judgement.ts';
import { inconclusive, notExercised } from '../judgement.ts';

/** Inconclusive on a strict target, not exercised on any other. */
export function notShown(history: History, why: string): Inconclusive | NotExercised {
  return history.target.strict ? inconclusive(why) : notExercised(why);
}
