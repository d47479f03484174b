/** Money as it is served: decimal strings, equal in value to what was written, every digit of it. */

import fc from 'fast-check';
import { type Exchange, isOk, keyOf, rows, status, textAt } from '../../member/exchange/exchange.ts';
import { onGrid } from '../../member/exchange/order.ts';
import { canonicalDecimal } from '../../member/exchange/same-answer.ts';
import { exactDecimal, ZERO } from '../../rules/exact-decimal.ts';
import { moneyOf, namesNothingUnscaled, servesDecimals } from '../../rules/property-rules.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, violated } from '../../runner/judgement.ts';
import { FINEST_UNIT } from './refused-money.check.ts';

export const moneyIsServedAsADecimalString = check({
  id: 'mon/money-is-served-as-a-decimal-string',
  proves: ['MON-15'],
  title: 'every money value served is a decimal string in the published grammar, or null: never a number, never scaled',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    await trader.submit(order());
    const refused = await trader.submit(order({ price: FINEST_UNIT }));
    await trader.get(`/operations/${keyOf(refused)}`);
    await trader.get('/orders', { query: { limit: 50 } });
    await trader.get('/executions', { query: { limit: 50 } });
  },

  judge(history) {
    const withMoney = history.answered.filter((e) => moneyOf(e).length > 0);
    if (withMoney.length === 0) return inconclusive('no money was served');
    return eachOf(withMoney, servesDecimals);
  },
});

/** The contract document is left out: it may still list the property as deprecated. */
export const nothingIsNamedUnscaled = check({
  id: 'mon/nothing-is-named-unscaled',
  proves: ['MON-16'],
  title: 'no response carries a property named unscaled: rows, pages, operation records and refusals',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const submitted = await trader.submit(order());
    const orderId = textAt(submitted, 'orderId') ?? '1';
    const refused = await trader.submit(order({ price: FINEST_UNIT }));
    await trader.get('/me');
    await trader.get('/orders', { query: { limit: 100 } });
    await trader.get(`/orders/${orderId}`);
    await trader.cancel(orderId);
    await trader.get(`/operations/${keyOf(submitted)}`);
    await trader.get(`/operations/${keyOf(refused)}`);
    const executions = await trader.get('/executions', { query: { limit: 100 } });
    await trader.get(`/executions/${textAt(executions, 'items', 0, 'executionId') ?? '1'}`);
    await trader.get('/executions/1');
  },

  judge: (history) => eachOf(history.answered, namesNothingUnscaled),
});

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
    const qty = canonicalDecimal(onGrid('1', fixtures.instrument.step));
    const plain = await trader.submit(order({ price, qty }), { label: 'plain' });
    if (!isOk(plain)) return;
    const quantities = spellingsOf(qty);
    for (const [i, spelt] of spellingsOf(price).entries()) {
      const written = await trader.submit(order({ price: spelt, qty: quantities[i] }), { label: 'written' });
      const orderId = textAt(written, 'orderId');
      if (orderId !== undefined) await trader.get(`/orders/${orderId}`, { label: 'read' });
    }
  },

  judge(history) {
    const plain = history.one('plain');
    if (!isOk(plain)) return inconclusive('an order of plain money is not accepted');
    // Another member may not hold the order yet (decision A42): that says nothing of its value.
    const read = history.labelled('read').filter((e) => status(e) !== 404);
    return allOf(
      eachOf(history.labelled('written'), (e) => isOfOneValue(e, plain)),
      read.map((e) => isOfOneValue(e, plain)),
    );
  },
});

interface Written {
  readonly price: string;
  readonly qty: string;
}

/** `count` times a decimal, exactly. */
function times(count: bigint, decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const places = fraction.length;
  const digits = (count * BigInt(whole + fraction)).toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** How many ticks a price is, at least one: of a fine grid more than a double counts. */
function ticksIn(price: string, tick: string): bigint {
  const [whole, one] = [exactDecimal(price) ?? ZERO, exactDecimal(tick) ?? ZERO];
  const [units, unit] = [whole.units * 10n ** BigInt(one.places), one.units * 10n ** BigInt(whole.places)];
  const ticks = unit === 0n ? 1n : units / unit;
  return ticks < 1n ? 1n : ticks;
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
      price: fc.bigInt({ min: 1n, max: ticksIn(price, tick) }).map((count) => times(count, tick)),
      qty: fc.bigInt({ min: 1n, max: 999n }).map((count) => times(count, step)),
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
      answers.map((e) => readsBack(e, { price: textAt(e, 'price'), qty: textAt(e, 'qty') }, written)),
      listed.map((row) => readsBack(page, row, written)),
    );
  },
});
