import { check } from '../../runner/check.ts';
import { eachOf } from '../../runner/judgement.ts';
import { isRefused } from './refused-money.ts';

/** Policies, the other rows with amounts beside a reference, have checks of their own. */
export const amountWithoutInstrumentIsRefused = check({
  id: 'mon/amount-without-instrument-is-refused',
  proves: ['MON-17'],
  title: 'an amount of an order beside an absent or 0 instrumentId is refused 400',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    for (const instrumentId of [undefined, 0, null]) {
      await trader.submit(order({ instrumentId }), { label: 'without' });
    }
  },

  judge: (history) => eachOf(history.labelled('without'), isRefused),
});
