import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';
import { keyLine, NO_KEYS } from './no-keys.ts';

export const keyIsRequired = check({
  id: 'idem/key-is-required',
  proves: ['IDEM-01'],
  title: 'a write without a well-formed Idempotency-Key is refused 400, and nothing is recorded',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    for (const [what, key] of NO_KEYS) {
      const headers = keyLine(key);
      await trader.request({ method: 'POST', path: '/orders', body: order(), headers, label: `submit, ${what}` });
      await trader.request({ method: 'POST', path: '/orders/1/cancel', body: {}, headers, label: `cancel, ${what}` });
    }
  },

  judge(history) {
    const refused = { status: 400, position: 'absent', retryable: false } as const;
    return eachOf(NO_KEYS, ([what]) =>
      allOf(...['submit', 'cancel'].map((write) => expects(history.one(`${write}, ${what}`), refused, what))),
    );
  },
});
