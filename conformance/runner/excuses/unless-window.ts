import type { TargetFacts } from '../../member/profile/target-facts.ts';
import type { Judgement } from '../judgement.ts';
import { eachPart, inconclusive } from '../judgement.ts';

/**
 * In a deploy window two answers may come from two members, each correct by its own version: a difference between
 * them is no violation. What one answer alone breaks is still one, since no check requires more than the oldest
 * member has.
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
