import { namesItsRequest } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { REFUSAL_NEEDS, refusalsOf, sweepRefusals } from './refusal-sweep.ts';

export const refusalNamesItsRequest = check({
  id: 'err/refusal-names-its-request',
  proves: ['ERR-02'],
  title: "error.requestId equals the response's X-Request-Id on every refusal",
  needs: REFUSAL_NEEDS,
  drive: sweepRefusals,
  judge: (history) => eachOf(refusalsOf(history), namesItsRequest),
});
