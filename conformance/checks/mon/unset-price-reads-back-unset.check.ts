import type { Exchange } from '../../client/exchange.ts';
import { at, isOk } from '../../client/exchange.ts';
import { canonicalDecimal } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { unsetSpellings } from './unset.ts';

function readsUnset(e: Exchange): Judgement {
  const price = at(e, 'price');
  return price === null || (typeof price === 'string' && canonicalDecimal(price) === '0')
    ? pass
    : violated('price null: the order was sent without one', e);
}

/** Trades a least quantity, so it asks for a target that offers control: a sandbox. */
export const unsetPriceReadsBackUnset = check({
  id: 'mon/unset-price-reads-back-unset',
  proves: ['MON-14'],
  title: 'an order sent without a price of its own reads back price null, however that was spelt',
  needs: ['trader', 'account', 'instrument', 'control', 'writes'],
  opens: 4,

  async drive({ trader, order, fixtures }) {
    for (const unset of unsetSpellings('price')) {
      await trader.submit(order({ qty: fixtures.instrument.step, ...unset }), { label: 'unset' });
    }
  },

  judge(history) {
    const accepted = history.labelled('unset').filter(isOk);
    if (accepted.length === 0) return inconclusive('no order without a price of its own was accepted');
    return eachOf(accepted, readsUnset);
  },
});
