import { errorCode } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { inconclusive } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';
import { passTimeUntilAnswered } from './pass-time.ts';

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

  judge(history) {
    const held = history.one('held');
    // That it is refused at all is IDEM-14's.
    if (errorCode(held) !== 'NOT_SERVING') return inconclusive('the write was not refused NOT_SERVING');
    return expects(held, { status: 503, retryable: true });
  },
});
