/** Money as it is served: decimal strings, equal in value to what was written, every digit of it. */
import fc from 'fast-check';
import { at, type Exchange, isOk, keyOf, rows, status, textAt } from '../../client/exchange.ts';
import { canonicalDecimal } from '../../client/same-answer.ts';
import { compared, distance, type ExactDecimal, exactDecimal, plus, ZERO } from '../../rules/exact-decimal.ts';
import { moneyOf, namesNothingUnscaled, servesDecimals } from '../../rules/money-properties.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
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
    // Another member may not hold the order yet (decision A42): that says nothing of its value.
    const read = history.labelled('read').filter((e) => status(e) !== 404);
    return allOf(
      eachOf(history.labelled('written'), (e) => isOfOneValue(e, plain)),
      ...read.map((e) => isOfOneValue(e, plain)),
    );
  },
});

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

/** Eighteen digits; and past 2^53 as a scaled integer, of which the account can pay as much. */
const RESTING = '1234567890.12345678';
const TRADED = '93456789.12345679';

/** The sandbox's venue fills in three slices at most, 50 ms apart. */
const FILLED_WITHIN_MS = 500;

function isSame(value: unknown, wanted: string): boolean {
  const [served, exact] = [exactDecimal(value), exactDecimal(wanted)];
  return served !== undefined && exact !== undefined && compared(served, exact) === 0;
}

function states(e: Exchange | undefined, members: readonly string[], wanted: string): Judgement {
  if (e === undefined || !isOk(e)) return pass;
  const other = members.find((name) => !isSame(at(e, name), wanted));
  return other === undefined ? pass : violated(`${other} ${wanted}, every digit`, e);
}

const sumOf = (amounts: readonly (ExactDecimal | undefined)[]): ExactDecimal =>
  amounts.reduce<ExactDecimal>((sum, amount) => plus(sum, amount ?? ZERO), ZERO);

/** Filled in one trade or more: what they traded adds up. */
function executionsAddUp(page: Exchange, orderId: string | undefined): Judgement {
  const own = rows(page).filter((row) => row['orderId'] === orderId);
  const traded = sumOf(own.map((row) => exactDecimal(row['qty'])));
  const wanted = exactDecimal(TRADED) ?? ZERO;
  return own.length === 0 || compared(traded, wanted) === 0 ? pass : violated(`executions of ${TRADED}`, page);
}

/** No rounding is larger than this; any other trade that moves a balance meanwhile is. */
const ROUNDING = { units: 1n, places: 5 };

/** One balance of the account grows by what was bought. Readings come late, and others trade for the account. */
function balanceGrows(before: Exchange, after: Exchange): Judgement {
  const minus = (amount: ExactDecimal): ExactDecimal => ({ ...amount, units: -amount.units });
  const wanted = exactDecimal(TRADED) ?? ZERO;
  const off = rows(after)
    .map((row) => {
      const was = rows(before).find(({ assetId }) => assetId === row['assetId']);
      return plus(exactDecimal(row['total']) ?? ZERO, minus(exactDecimal(was?.['total']) ?? ZERO));
    })
    .map((grown) => distance(grown, wanted))
    .find((by) => compared(by, ROUNDING) < 0);
  if (off === undefined) return unseen;
  return off.units === 0n ? pass : violated(`a total that is ${TRADED} more, every digit`, before, after);
}

function isKept(history: History): Judgement {
  const [bought, filled] = [history.one('bought'), history.maybe('filled')];
  if (!isSame(at(filled ?? bought, 'cumQty'), TRADED) && !isOk(filled ?? bought))
    return inconclusive('the venue did not fill the order');
  return allOf(
    states(filled, ['qty', 'cumQty'], TRADED),
    executionsAddUp(history.one('executions'), textAt(bought, 'orderId')),
    balanceGrows(history.one('balances before'), history.one('balances after')),
  );
}

/** On a sandbox alone: such an order is too large for a market that others trade on. */
export const longQuantitiesReadBack = check({
  id: 'mon/long-quantities-read-back',
  proves: ['MON-15'],
  title: 'quantities of eighteen digits, or past 2^53, read back exactly: on orders, executions and balances',
  needs: ['trader', 'account', 'instrument', 'cappedInstrument', 'balances', 'control', 'writes'],

  async drive({ trader, order, fixtures: { account, cappedInstrument }, elapse }) {
    const of = { instrumentId: cappedInstrument.id, price: cappedInstrument.price };
    const orderId = textAt(await trader.submit(order({ ...of, qty: RESTING }), { label: 'rested' }), 'orderId');
    if (orderId === undefined) return;
    await trader.get(`/orders/${orderId}`, { label: 'row' });
    await trader.cancel(orderId, { label: 'cancelled' });
    const balances = (label: string) =>
      trader.get('/account-balances', { query: { accountId: account.id }, label: `balances ${label}` });
    await balances('before');
    const bought = await trader.submit(order({ ...of, price: undefined, qty: TRADED }), { label: 'bought' });
    await elapse(FILLED_WITHIN_MS);
    await trader.get(`/orders/${textAt(bought, 'orderId') ?? '0'}`, { label: 'filled' });
    await trader.get('/executions', { query: { limit: 5 }, label: 'executions' });
    await balances('after');
  },

  judge(history) {
    const rested = history.one('rested');
    if (!isOk(rested) || history.maybe('bought') === undefined) return inconclusive('the order was not accepted');
    return allOf(
      states(rested, ['qty', 'leavesQty'], RESTING),
      states(history.maybe('row'), ['qty', 'leavesQty'], RESTING),
      states(history.maybe('cancelled'), ['qty'], RESTING),
      isOk(history.one('bought')) ? isKept(history) : inconclusive('the order that trades was not accepted'),
    );
  },
});
