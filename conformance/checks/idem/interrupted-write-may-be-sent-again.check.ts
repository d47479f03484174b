import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf } from '../../runner/judgement.ts';

export const interruptedWriteMayBeSentAgain = check({
  id: 'idem/interrupted-write-may-be-sent-again',
  proves: ['IDEM-18'],
  title: 'INTERRUPTED is retryable true: the same key sent again is served',
  needs: ['trader', 'account', 'instrument', 'writes', 'control'],

  async drive({ trader, order, freshKey, control }) {
    const key = freshKey();
    await control.fault({ on: { edge: 'inbox', key }, refuse: 'INTERRUPTED', times: 1 });
    await trader.submit(order(), { key, label: 'interrupted' });
    await trader.submit(order(), { key, label: 'sent again' });
  },

  judge(history) {
    return allOf(
      expects(history.one('interrupted'), { status: 'not 2xx', code: 'INTERRUPTED', retryable: true }),
      expects(history.one('sent again'), { status: '2xx', replay: false }),
    );
  },
});
