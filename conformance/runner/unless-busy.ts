import { isBusy } from '../client/busy.ts';
import type { Judgement } from './judgement.ts';
import { eachPart, inconclusive } from './judgement.ts';
import { refusalInWords } from './refusal-in-words.ts';

/**
 * A violation is inconclusive where a busy member's answer shows it: the answer that breaks the clause or, where
 * answers are compared, any of them.
 */
export function unlessBusy(judgement: Judgement): Judgement {
  return eachPart(judgement, (part) => {
    if (part.verdict !== 'violated' || part.thoughBusy === true) return part;
    const busy = (part.compared === true ? part.seen : part.seen.slice(-1)).find(isBusy);
    return busy === undefined ? part : inconclusive(`the target could not serve it just then: ${refusalInWords(busy)}`);
  });
}
