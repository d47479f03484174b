import { check } from '../../runner/check.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import { textAt } from '../../target/exchange.ts';
import { REFUSAL_NEEDS, refusalsOf, sweepRefusals } from './refusal-sweep.ts';

export const refusalHasAMessage = check({
  id: 'err/refusal-has-a-message',
  proves: ['ERR-03'],
  title: 'message is a non-empty string on every refusal',
  needs: REFUSAL_NEEDS,
  drive: sweepRefusals,
  judge: (history) =>
    eachOf(refusalsOf(history), (e) =>
      textAt(e, 'error', 'message') ? pass : violated('error.message, a non-empty string', e),
    ),
});
