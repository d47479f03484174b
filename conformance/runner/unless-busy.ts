import { isBusy } from '../client/busy.ts';
import type { Judgement } from './judgement.ts';
import { eachPart, inconclusive } from './judgement.ts';
import { refusalInWords } from './refusal-in-words.ts';

/** Where what breaks the clause is an answer of a member that was busy just then, the clause is left open. */
export function unlessBusy(judgement: Judgement): Judgement {
  return eachPart(judgement, unlessBusyItself);
}

function unlessBusyItself(judgement: Judgement): Judgement {
  const breaking = judgement.verdict === 'violated' ? judgement.seen.at(-1) : undefined;
  if (breaking === undefined || !isBusy(breaking)) return judgement;
  if (judgement.verdict === 'violated' && judgement.thoughBusy === true) return judgement;
  return inconclusive(`the target could not serve it just then: ${refusalInWords(breaking)}`);
}

/** The same of answers that are compared: where any that shows the violation is a busy member's, neither is wrong. */
export function unlessAnyBusy(judgement: Judgement): Judgement {
  return eachPart(judgement, unlessAnyBusyItself);
}

function unlessAnyBusyItself(judgement: Judgement): Judgement {
  const busy = judgement.verdict === 'violated' ? judgement.seen.find(isBusy) : undefined;
  return busy === undefined
    ? judgement
    : inconclusive(`the target could not serve it just then: ${refusalInWords(busy)}`);
}
