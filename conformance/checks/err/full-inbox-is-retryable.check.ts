import { status } from '../../client/exchange.ts';
import { isRetryableByTheRules } from '../../rules/retryable-by-the-rules.ts';
import { check } from '../../runner/check.ts';
import { inconclusive } from '../../runner/judgement.ts';
import { FINER_THAN_ANY_GRID } from '../../scenes/sent-order.ts';

/** The other 429s and 503s have rules, and so checks, of their own: ERR-12 to ERR-16, ERR-21. */
export const fullInboxIsRetryable = check({
  id: 'err/full-inbox-is-retryable',
  proves: ['ERR-11'],
  title: 'retryable is true for a 429 that no owner judged',
  needs: ['trader', 'account', 'instrument', 'control', 'writes'],

  async drive({ trader, order, control, freshKey }) {
    const key = freshKey();
    await control.fault({ on: { edge: 'inbox', key }, refuse: 'INBOX_FULL', times: 1 });
    await trader.submit(order({ price: FINER_THAN_ANY_GRID }), { key, label: 'refused' });
  },

  judge(history) {
    const refused = history.one('refused');
    return status(refused) === 429 ? isRetryableByTheRules(refused) : inconclusive('a full inbox did not answer 429');
  },
});
