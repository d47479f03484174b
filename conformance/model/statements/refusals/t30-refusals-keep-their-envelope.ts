import type { Exchange } from '../../../member/exchange/exchange.ts';
import { requestId, sentHeader } from '../../../member/exchange/exchange.ts';
import { hasTheEnvelope, namesItsRequest } from '../../../rules/refusal-rules.ts';
import type { Judgement } from '../../../runner/judgement.ts';
import { allOf, pass, violated } from '../../../runner/judgement.ts';
import { answersOf } from '../../answers.ts';
import type { Statement } from '../../statement.ts';

/** An id that the caller states is echoed, and may be stated twice. */
function judgeIds(answered: readonly Exchange[]): Judgement {
  const given = new Map<string, Exchange>();
  for (const exchange of answered) {
    const id = requestId(exchange);
    if (id === undefined || sentHeader(exchange, 'x-request-id') !== undefined) continue;
    const before = given.get(id);
    if (before !== undefined) return violated('an X-Request-Id of its own', before, exchange);
    given.set(id, exchange);
  }
  return pass;
}

/**
 * T30. Every refusal has the error envelope and its request's id, and ids that the member chooses are unique. From
 * 0.12.0.
 */
export const refusalsKeepTheirEnvelope: Statement = {
  id: 'T30',
  says: 'every refusal has the envelope and names its own request, and no two requests are given one id',
  shows: ['ERR-01', 'ERR-02', 'RID-03'],
  judge(chronicle) {
    const { history } = chronicle;
    if (!history.since('0.12.0')) return pass;
    return allOf(
      answersOf(chronicle).refused.flatMap((e) => [hasTheEnvelope(e), namesItsRequest(e)]),
      judgeIds(history.answered),
    );
  },
};
