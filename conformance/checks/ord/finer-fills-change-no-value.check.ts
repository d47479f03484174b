import { textAt } from '../../client/exchange.ts';
import { tradingPrice } from '../../client/order.ts';
import { canonicalDecimal } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/not-shown.ts';

const LOOKS = 20;
const BETWEEN_LOOKS_MS = 250;

export const finerFillsChangeNoValue = check({
  id: 'ord/finer-fills-change-no-value',
  proves: ['ORD-20'],
  title: 'price and quantity of an order that traded finer may read with more places: zeros alone, never another value',
  needs: ['trader', 'account', 'instrument', 'finerInstrument', 'writes'],

  async drive({ trader, order, fixtures, elapse }) {
    const { id, price, step = '1' } = fixtures.finerInstrument;
    const over = { instrumentId: id, qty: step, ...(price === undefined ? {} : { price: tradingPrice(price) }) };
    const submitted = await trader.submit(order(over), { label: 'submitted' });
    const orderId = textAt(submitted, 'orderId');
    if (orderId === undefined) return;
    // Traded in slices: read on until nothing is left.
    for (let looks = 0; looks < LOOKS; looks += 1) {
      await elapse(BETWEEN_LOOKS_MS);
      const left = textAt(await trader.get(`/orders/${orderId}`, { label: 'traded' }), 'leavesQty');
      if (left !== undefined && canonicalDecimal(left) === '0') return;
    }
  },

  judge(history) {
    const [submitted, traded] = [history.one('submitted'), history.labelled('traded').at(-1)];
    if (traded === undefined || textAt(traded, 'lastFillQty') === undefined) {
      return notShown(history, 'the venue did not trade the order of the fixture finerInstrument');
    }
    return allOf(
      ...['price', 'qty'].map((name) => {
        const [before, after] = [textAt(submitted, name), textAt(traded, name)];
        if (before === undefined) return inconclusive(`the order states no ${name}`);
        const same = after !== undefined && canonicalDecimal(before) === canonicalDecimal(after);
        return same && after.length >= before.length
          ? pass
          : violated(`${name} as it was, or with zeros behind it`, submitted, traded);
      }),
    );
  },
});
