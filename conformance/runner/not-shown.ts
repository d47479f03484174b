/** What a target need not show: the sandbox always does, so there it leaves the claim open. */
import type { History } from './history.ts';
import type { Inconclusive, NotExercised } from './judgement.ts';
import { inconclusive, notExercised } from './judgement.ts';

export function notShown(history: History, why: string): Inconclusive | NotExercised {
  return history.target.strict ? inconclusive(why) : notExercised(why);
}
