import { isRetryableByTheRules } from '../../rules/retryable-by-the-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { REFUSAL_NEEDS, refusalsOf, sweepRefusals } from './refusal-sweep.ts';

export const otherRefusalsAreFinal = check({
  id: 'err/other-refusals-are-final',
  proves: ['ERR-11'],
  title: 'retryable is false for every refusal that is no 429 and no 503, INTERRUPTED excepted',
  needs: REFUSAL_NEEDS,
  drive: sweepRefusals,
  judge: (history) => eachOf(refusalsOf(history), isRetryableByTheRules),
});
