import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { textAt } from '../../target/exchange.ts';
import { tradingPrice } from '../../target/order.ts';
import { canonicalDecimal } from '../../target/same-answer.ts';

/** Long past the time that the sandbox's venue takes for its slices. */
const FILLED_MS = 2_000;

export const finerFillsChangeNoValue = check({
  id: 'ord/finer-fills-change-no-value',
  proves: ['ORD-20'],
  title: 'price and quantity of an order that traded finer may read with more places: zeros alone, never another value',
  needs: ['trader', 'account', 'instrument', 'finerInstrument', 'writes', 'control'],

  async drive({ trader, order, fixtures, elapse }) {
    const { id, price, step = '1' } = fixtures.finerInstrument;
    const over = { instrumentId: id, qty: step, ...(price === undefined ? {} : { price: tradingPrice(price) }) };
    const submitted = await trader.submit(order(over), { label: 'submitted' });
    await elapse(FILLED_MS);
    await trader.get(`/orders/${textAt(submitted, 'orderId') ?? '1'}`, { label: 'traded' });
  },

  judge(history) {
    const [submitted, traded] = [history.one('submitted'), history.one('traded')];
    if (textAt(traded, 'lastFillQty') === undefined) return inconclusive('the venue did not trade the order');
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
