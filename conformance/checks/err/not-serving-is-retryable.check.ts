import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { passTimeUntilAnswered } from './pass-time.ts';
import { FINER_THAN_ANY_GRID } from './sent-order.ts';

/** On a target with a control plane, which is no read replica. */
export const notServingIsRetryable = check({
  id: 'err/not-serving-is-retryable',
  proves: ['ERR-14'],
  title: 'a write whose key cannot be looked up answers 503 NOT_SERVING, retryable true where the member is no replica',
  needs: ['trader', 'account', 'instrument', 'control', 'writes'],

  async drive({ trader, order, control, freshKey, elapse }) {
    const key = freshKey();
    const lookUp = await control.fault({ on: { edge: 'look-up', key }, hold: key, times: 1 });
    const pending = trader.submit(order({ price: FINER_THAN_ANY_GRID }), { key, label: 'held' });
    await lookUp.untilHeld();
    await passTimeUntilAnswered(elapse, [pending]);
  },

  judge: (history) => expects(history.one('held'), { status: 503, code: 'NOT_SERVING', retryable: true }),
});
