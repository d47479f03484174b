import type { Exchange } from '../../member/exchange/exchange.ts';
import { isUnsettled } from '../../member/exchange/settling.ts';
import type { Judgement } from '../judgement.ts';
import { eachPart, inconclusive } from '../judgement.ts';
import { answerInWords } from '../record/describe-exchange.ts';

/**
 * A write that was answered 202 and whose outcome was not seen is no violation where an owner's answer is expected:
 * the 202 promises that answer. Where the door has to refuse, the violation says so (`thoughPromised`).
 */
export function unlessUnsettled(judgement: Judgement): Judgement {
  return eachPart(judgement, unlessUnsettledItself);
}

function unlessUnsettledItself(judgement: Judgement): Judgement {
  if (judgement.verdict !== 'violated' || judgement.thoughPromised === true) return judgement;
  const unsettled = judgement.seen.find((e) => isUnsettled(e) && e.unfollowed !== true);
  return unsettled === undefined ? judgement : inconclusive(outcomeNotSeen(unsettled));
}

function outcomeNotSeen({ request, settling = [] }: Exchange): string {
  const polled = settling.findLast((e) => e.request.method === 'GET');
  const shown = polled === undefined ? 'it was not polled' : `${polled.request.path} answered ${answerInWords(polled)}`;
  return `${request.method} ${request.path} was answered 202 and its outcome was not seen: ${shown}`;
}
