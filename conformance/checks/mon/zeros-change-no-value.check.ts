import type { Exchange } from '../../client/exchange.ts';
import { isOk, status, textAt } from '../../client/exchange.ts';
import { canonicalDecimal } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** `money` with zeros before it, after it, and both: one value. */
function spellingsOf(money: string): readonly string[] {
  const trailing = money.includes('.') ? `${money}0` : `${money}.0`;
  return [`0${money}`, trailing, `000${trailing}00`];
}

function isOfOneValue(e: Exchange, plain: Exchange): Judgement {
  const same = (field: string) =>
    canonicalDecimal(textAt(e, field) ?? '') === canonicalDecimal(textAt(plain, field) ?? '');
  return isOk(e) && same('price') && same('qty')
    ? pass
    : violated('an order of the same price and quantity, whatever zeros its money was sent with', plain, e);
}

export const zerosChangeNoValue = check({
  id: 'mon/zeros-change-no-value',
  proves: ['MON-12'],
  title: 'leading and trailing zeros are accepted, and are one value when the order is read back',
  needs: ['trader', 'account', 'instrument', 'writes'],
  opens: 4,

  async drive({ trader, order, fixtures }) {
    const price = canonicalDecimal(fixtures.instrument.price);
    const plain = await trader.submit(order({ price, qty: '1' }), { label: 'plain' });
    if (!isOk(plain)) return;
    const quantities = spellingsOf('1');
    for (const [i, spelt] of spellingsOf(price).entries()) {
      const written = await trader.submit(order({ price: spelt, qty: quantities[i] }), { label: 'written' });
      const orderId = textAt(written, 'orderId');
      if (orderId !== undefined) await trader.get(`/orders/${orderId}`, { label: 'read' });
    }
  },

  judge(history) {
    const plain = history.one('plain');
    if (!isOk(plain)) return inconclusive('an order of plain money is not accepted');
    // Another member may not hold the order yet (decision A42): that is no word on its value.
    const read = history.labelled('read').filter((e) => status(e) !== 404);
    return allOf(
      eachOf(history.labelled('written'), (e) => isOfOneValue(e, plain)),
      ...read.map((e) => isOfOneValue(e, plain)),
    );
  },
});
