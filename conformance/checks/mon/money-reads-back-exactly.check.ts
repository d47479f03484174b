import fc from 'fast-check';
import type { Exchange } from '../../client/exchange.ts';
import { isOk, rows, status, textAt } from '../../client/exchange.ts';
import { canonicalDecimal } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

interface Written {
  readonly price: string;
  readonly qty: string;
}

/** `count` times a decimal, exactly. */
function times(count: number, decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const places = fraction.length;
  const digits = (BigInt(count) * BigInt(whole + fraction)).toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** How many ticks a price is, at least one. */
function ticksIn(price: string, tick: string): number {
  return Math.max(1, Math.floor(Number(price) / Number(tick)));
}

function holds(served: Readonly<Record<string, unknown>>, { price, qty }: Written): boolean {
  const equal = (value: unknown, written: string) =>
    typeof value === 'string' && canonicalDecimal(value) === canonicalDecimal(written);
  return equal(served['price'], price) && equal(served['qty'], qty);
}

function readsBack(e: Exchange, row: Readonly<Record<string, unknown>>, written: Written): Judgement {
  if (holds(row, written)) return pass;
  return violated(`price ${written.price} and qty ${written.qty}, equal in value to what was written`, e);
}

export const moneyReadsBackExactly = check({
  id: 'mon/money-reads-back-exactly',
  proves: ['MON-15'],
  title: 'price and quantity of an order read back equal in value to what was written, on the row and on the page',
  needs: ['trader', 'account', 'instrument', 'writes'],
  // Any price of the grid up to the one that rests, any quantity of up to a thousand steps.
  given: ({ instrument: { tick, step, price } }) =>
    fc.record({
      price: fc.integer({ min: 1, max: ticksIn(price, tick) }).map((count) => times(count, tick)),
      qty: fc.integer({ min: 1, max: 999 }).map((count) => times(count, step)),
    }),
  runs: 6,

  async drive({ trader, order }, written) {
    const submitted = await trader.submit(order({ ...written }), { label: 'submitted' });
    const orderId = textAt(submitted, 'orderId');
    if (orderId === undefined) return;
    await trader.get(`/orders/${orderId}`, { query: { view: 'latest' }, label: 'row' });
    await trader.get('/orders', { query: { limit: 10 }, label: 'page' });
  },

  judge(history, written) {
    const submitted = history.one('submitted');
    const orderId = textAt(submitted, 'orderId');
    if (!isOk(submitted) || orderId === undefined) return inconclusive('the order was not accepted');
    const answers = [submitted, history.one('row')].filter((e) => status(e) !== 404);
    const page = history.one('page');
    // A page may be of another member, or full of what others wrote meanwhile.
    const listed = rows(page).filter((row) => row['orderId'] === orderId);
    return allOf(
      ...answers.map((e) => readsBack(e, { price: textAt(e, 'price'), qty: textAt(e, 'qty') }, written)),
      ...listed.map((row) => readsBack(page, row, written)),
    );
  },
});
