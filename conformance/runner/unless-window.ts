import type { TargetFacts } from '../client/target-facts.ts';
import type { Judgement } from './judgement.ts';
import { eachPart, inconclusive } from './judgement.ts';

/**
 * In a deploy window two answers may come of two members, each right by its own version: where they differ neither is wrong.
 * What one answer alone breaks is broken all the same, since nothing newer than the oldest member is asked for.
 */
export function unlessWindow(judgement: Judgement, { window }: TargetFacts): Judgement {
  if (window === undefined) return judgement;
  return eachPart(judgement, (part) => {
    if (part.verdict !== 'violated' || part.seen.length < 2) return part;
    return inconclusive(
      `members of the contracts ${window.join(' and ')} answer here, and answers of two are compared`,
    );
  });
}
