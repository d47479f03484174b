/** An answer as a reason names it: the request, the status, the code and the member's whole message. */
import type { Exchange } from '../../member/exchange/exchange.ts';
import { errorCode, status, textAt } from '../../member/exchange/exchange.ts';
import type { Judgement } from '../judgement.ts';
import { eachPart } from '../judgement.ts';

/** `422 INVALID_FIELD "qty: is no multiple of the step"`, with the whole message. */
export function statusInWords(e: Exchange): string {
  const message = textAt(e, 'error', 'message');
  return [status(e), errorCode(e), message === undefined ? undefined : JSON.stringify(message)]
    .filter((word) => word !== undefined)
    .join(' ');
}

/** `answered 422 INVALID_FIELD "qty: is no multiple of the step"`, or `gave no answer (timeout)`. */
export function cameInWords(e: Exchange): string {
  return e.response === null ? `gave no answer (${e.failure})` : `answered ${statusInWords(e)}`;
}

/** `POST /orders by trader answered 422 INVALID_FIELD "..."` */
export function refusalInWords(e: Exchange): string {
  return `${e.request.method} ${e.request.path} by ${e.actor} ${cameInWords(e)}`;
}

/** Whether the reason already names an answer. */
const NAMES_ONE = /\b(GET|POST|PUT|DELETE) \/\S* .*(answered|gave no answer)/;

/**
 * A check without a verdict has most often stopped at a refused request. Its reason then ends with the last refusal
 * seen, since the check's own words do not say what the target answered.
 */
export function namingTheRefusal(judgement: Judgement, exchanges: readonly Exchange[]): Judgement {
  const refused = exchanges.findLast((e) => (status(e) ?? 0) >= 400);
  if (refused === undefined) return judgement;
  const named = (part: Judgement): Judgement => {
    if (part.verdict !== 'inconclusive' && part.verdict !== 'not-exercised') return part;
    if (NAMES_ONE.test(part.why)) return part;
    return { ...part, why: `${part.why} (last refusal: ${refusalInWords(refused)})` };
  };
  return eachPart(judgement, named);
}
