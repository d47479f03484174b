import type { Judgement } from '../judgement.ts';
import { busyAnswer, eachPart, inconclusive } from '../judgement.ts';
import { refusalInWords } from './refusal-in-words.ts';

/** Leaves a violation open where a busy member's answer shows it (`busyAnswer`). */
export function unlessBusy(judgement: Judgement): Judgement {
  return eachPart(judgement, (part) => {
    const busy = part.verdict === 'violated' ? busyAnswer(part) : undefined;
    return busy === undefined ? part : inconclusive(`the target could not serve it just then: ${refusalInWords(busy)}`);
  });
}
