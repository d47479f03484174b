import { errorCode } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf, inconclusive } from '../../runner/judgement.ts';
import { unsetSpellings } from './unset.ts';

/** Shown where it trades nothing: on an instrument without a quote an order without a price has none to refer to. */
export const unsetPriceIsAMarketOrder = check({
  id: 'mon/unset-price-is-a-market-order',
  proves: ['MON-14'],
  title: 'a price left out, null, 0 or -0 is one thing: an order without a price of its own',
  needs: ['trader', 'account', 'instrument', 'unpricedInstrument', 'writes'],

  async drive({ trader, order, fixtures }) {
    const { id, step = '1' } = fixtures.unpricedInstrument;
    for (const unset of unsetSpellings('price')) {
      await trader.submit(order({ instrumentId: id, qty: step, ...unset }), { label: 'unset' });
    }
  },

  judge(history) {
    const [left, ...spelt] = history.labelled('unset');
    if (left === undefined || errorCode(left) !== 'NO_REFERENCE_PRICE') {
      return inconclusive('an order that leaves its price out is not refused NO_REFERENCE_PRICE on unpricedInstrument');
    }
    return eachOf(spelt, (e) => expects(e, { status: 409, code: 'NO_REFERENCE_PRICE', position: 'present' }));
  },
});
