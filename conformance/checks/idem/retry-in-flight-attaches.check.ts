import { isOk } from '../../client/exchange.ts';
import { sameAnswer } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';

export const retryInFlightAttaches = check({
  id: 'idem/retry-in-flight-attaches',
  proves: ['IDEM-05'],
  title: 'a retry while the first attempt is in flight waits for it and gets its answer',
  needs: ['trader', 'account', 'instrument', 'writes', 'control'],

  async drive({ trader, order, freshKey, control }) {
    const key = freshKey();
    const held = await control.fault({ on: { command: 'submit', key }, hold: key });
    const first = trader.submit(order(), { key, label: 'first' });
    await held.untilHeld();
    const retried = trader.submit(order(), { key, label: 'retried' });
    // Any later request of the same actor, answered, shows that the retry has reached the member.
    await trader.get('/me');
    await control.release(key);
    await Promise.all([first, retried]);
  },

  judge(history) {
    const first = history.one('first');
    const retried = history.one('retried');
    if (!isOk(first)) return inconclusive('the order was not accepted');
    return sameAnswer(retried, first) ? pass : violated('the answer of the attempt in flight', first, retried);
  },
});
