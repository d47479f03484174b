import { hasAMessage } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { REFUSAL_NEEDS, refusalsOf, sweepRefusals } from './refusal-sweep.ts';

export const refusalHasAMessage = check({
  id: 'err/refusal-has-a-message',
  proves: ['ERR-03'],
  title: 'message is a non-empty string on every refusal',
  needs: REFUSAL_NEEDS,
  drive: sweepRefusals,
  judge: (history) => eachOf(refusalsOf(history), hasAMessage),
});
