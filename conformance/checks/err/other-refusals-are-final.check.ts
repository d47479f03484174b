import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { REFUSAL_NEEDS, refusalsOf, sweepRefusals } from './refusal-sweep.ts';
import { isRetryableByTheRules } from './retryable-by-the-rules.ts';

export const otherRefusalsAreFinal = check({
  id: 'err/other-refusals-are-final',
  proves: ['ERR-11'],
  title: 'retryable is false for every refusal that is no 429 and no 503, INTERRUPTED excepted',
  needs: REFUSAL_NEEDS,
  drive: sweepRefusals,
  judge: (history) => eachOf(refusalsOf(history), isRetryableByTheRules),
});
