import { isFactual, isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive, pass } from '../../runner/judgement.ts';
import { isRefused } from './refused-money.check.ts';

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
    await trader.submit(order(), { label: 'with' });
  },

  judge(history) {
    const plain = history.maybe('with');
    // The same order of an instrument reaches its owner: the others are refused for what they lack alone.
    const isKnown = plain !== undefined && (isOk(plain) || isFactual(plain));
    return allOf(
      eachOf(history.labelled('without'), isRefused),
      isKnown ? pass : inconclusive('the same order of an instrument does not reach its owner'),
    );
  },
});
