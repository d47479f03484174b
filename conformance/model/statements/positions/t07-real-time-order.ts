import { pass, violated } from '../../../runner/judgement.ts';
import { factsOf } from '../../recorded-fact.ts';
import type { Statement } from '../../statement.ts';

/**
 * Goes through the facts from last to first with the earliest answer of the later ones: no later fact may be
 * answered before an earlier one was sent.
 */
export const realTimeOrder: Statement = {
  id: 'T7',
  says: 'a write sent after the first answer to another has the later position, whatever members served them',
  shows: ['POS-07'],
  judge(chronicle) {
    let soonest: ReturnType<typeof factsOf>[number] | undefined;
    for (const fact of factsOf(chronicle).toReversed()) {
      if (soonest !== undefined && soonest.answeredBy.endsAtMs < fact.causedBy.sentAtMs) {
        const words = `a position later than ${soonest.position}, which was answered before this request was sent`;
        return violated(words, soonest.answeredBy.exchange, fact.answeredBy.exchange);
      }
      if (soonest === undefined || fact.answeredBy.endsAtMs < soonest.answeredBy.endsAtMs) soonest = fact;
    }
    return pass;
  },
};
