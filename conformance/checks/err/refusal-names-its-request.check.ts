import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { requestId, textAt } from '../../target/exchange.ts';
import { REFUSAL_NEEDS, refusalsOf, sweepRefusals } from './refusal-sweep.ts';

function namesItsRequest(e: Exchange): Judgement {
  const named = textAt(e, 'error', 'requestId');
  return named !== undefined && named === requestId(e)
    ? pass
    : violated("error.requestId equal to the response's X-Request-Id", e);
}

export const refusalNamesItsRequest = check({
  id: 'err/refusal-names-its-request',
  proves: ['ERR-02'],
  title: "error.requestId equals the response's X-Request-Id on every refusal",
  needs: REFUSAL_NEEDS,
  drive: sweepRefusals,
  judge: (history) => eachOf(refusalsOf(history), namesItsRequest),
});
