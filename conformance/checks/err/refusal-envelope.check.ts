import { hasTheEnvelope } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { REFUSAL_NEEDS, refusalsOf, sweepRefusals } from './refusal-sweep.ts';

export const refusalEnvelope = check({
  id: 'err/refusal-envelope',
  proves: ['ERR-01'],
  title: 'every refusal is {error:{code,message,requestId,retryable}} in JSON',
  needs: REFUSAL_NEEDS,
  drive: sweepRefusals,
  judge: (history) => eachOf(refusalsOf(history), hasTheEnvelope),
});
