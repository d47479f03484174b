import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';
import { allAsTheFirst, unsetSpellings } from './unset.ts';

export const unsetQuantityIsRefusedByTheOwner = check({
  id: 'mon/unset-quantity-is-refused-by-the-owner',
  proves: ['MON-14'],
  title: 'a quantity left out, null, 0 or -0 is one thing: an order of nothing, refused',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    for (const unset of unsetSpellings('qty')) await trader.submit(order(unset), { label: 'unset' });
  },

  judge(history) {
    const answers = history.labelled('unset');
    // Whether the door or the owner refuses an order of nothing is not said; that all four are one thing is.
    const refusal = history.target.strict
      ? ({ status: 422, code: 'INVALID_FIELD', position: 'present' } as const)
      : ({ status: 'not 2xx' } as const);
    return allOf(
      eachOf(answers, (e) => expects(e, refusal)),
      allAsTheFirst(answers),
    );
  },
});
