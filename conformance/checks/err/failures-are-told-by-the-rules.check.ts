import { keepsTheRules, RULED } from '../../rules/refusal-rules.ts';
import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';
import { passTimeUntilAnswered } from './pass-time.ts';
import { refusalsOf } from './refusal-sweep.ts';

export const failuresAreToldByTheRules = check({
  id: 'err/failures-are-told-by-the-rules',
  proves: RULED,
  title: 'a 429, a 500 and a 503 keep the rules of all refusals: envelope, message, request id, retryable',
  needs: ['trader', 'account', 'instrument', 'control', 'writes'],

  async drive({ trader, order, control, freshKey, elapse }) {
    const body = order({ price: FINER_THAN_ANY_GRID });
    for (const refuse of ['INBOX_FULL', 'OWNER_ABSENT', 'INTERRUPTED']) {
      const key = freshKey();
      await control.fault({ on: { edge: 'inbox', key }, refuse, times: 1 });
      await trader.submit(body, { key });
    }
    const failing = freshKey();
    await control.fault({ on: { edge: 'look-up', key: failing }, fail: true, times: 1 });
    await trader.submit(body, { key: failing });
    const key = freshKey();
    const lookUp = await control.fault({ on: { edge: 'look-up', key }, hold: key, times: 1 });
    const pending = trader.submit(body, { key });
    await lookUp.untilHeld();
    await passTimeUntilAnswered(elapse, [pending]);
  },

  judge: (history) => eachOf(refusalsOf(history), keepsTheRules),
});
