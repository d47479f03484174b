/** Money of eighteen digits, or past 2^53 as a scaled integer, reads back exactly: of policies, and of orders that trade. */

import { at, type Exchange, isOk, rows, sentJson, status, textAt } from '../../member/exchange/exchange.ts';
import { onGrid } from '../../member/exchange/order.ts';
import { asObject } from '../../member/profile/contract-document.ts';
import { compared, distance, type ExactDecimal, exactDecimal, plus, ZERO } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import { notTaken } from '../../runner/excuses/unless-assumed.ts';
import type { History } from '../../runner/history.ts';
import { allOf, eachOf, inconclusive, type Judgement, pass, unseen, violated } from '../../runner/judgement.ts';
import {
  ended,
  type Family,
  NOT_PROPOSED,
  POLICY_FAMILIES,
  pathOf,
  states,
  subjectOf,
} from '../../scenes/policy-families.ts';

/**
 * Eighteen digits, or past 2^53 as a scaled integer. How fine the asset's unit is differs, and a value may not fit at that
 * scale (MON-19): the first two fit at any.
 */
const LONG = ['9.123456789012345678', '0.123456789012345679', '1234567890.12345678', '9007199254740993'];

const amountIn = ({ path }: Family, value: string): string => `${path} ${value}`;
const labelOf = (family: Family, value: string, what: string): string => `${what} ${amountIn(family, value)}`;

function keepsItsDigits(e: Exchange, family: Family, value: string): Judgement {
  if (!isOk(e) || status(e) === 202) return unseen;
  // What the row leaves out is not rounded.
  const other = family.money.find((name) => at(e, name) !== undefined && !states(e, name, value));
  return other === undefined ? pass : violated(`${other} ${value}, every digit as it was written`, e);
}

function areKept(history: History, family: Family): Judgement {
  const tried = LONG.flatMap((value) => {
    const proposed = history.maybe(labelOf(family, value, 'proposed'));
    return proposed === undefined ? [] : [{ value, path: pathOf(family, proposed) }];
  });
  const taken = tried.filter(({ path }) => path !== undefined).map(({ value }) => value);
  if (taken.length === 0) return tried.length === 0 ? unseen : notTaken(NOT_PROPOSED);
  const answers = (value: string) =>
    ['proposed', 'read'].flatMap((what) => history.maybe(labelOf(family, value, what)) ?? []);
  return allOf(taken.flatMap((value) => answers(value).map((e) => keepsItsDigits(e, family, value))));
}

export const longAmountsOfPoliciesReadBack = check({
  id: 'mon/long-amounts-of-policies-read-back',
  proves: ['MON-15'],
  title: 'amounts of policies with eighteen digits, or past 2^53, read back equal in value to what was written',
  needs: ['admin', 'asset', 'instrument', 'writes'],
  cases: {
    of: 'amounts of policies',
    names: () => LONG.flatMap((value) => POLICY_FAMILIES.map((family) => amountIn(family, value))),
  },

  async drive({ admin, fixtures, takes }) {
    for (const family of POLICY_FAMILIES) {
      for (const value of LONG.filter((value) => takes(amountIn(family, value)))) {
        const amounts = Object.fromEntries(family.money.map((name) => [name, value]));
        const terms = { ...subjectOf(family, fixtures), ...amounts };
        const proposed = await admin.post(family.path, terms, { label: labelOf(family, value, 'proposed') });
        const path = pathOf(family, proposed);
        if (path === undefined) continue;
        await admin.get(path, { label: labelOf(family, value, 'read') });
        await ended(admin, path);
      }
    }
  },

  judge: (history) => eachOf(POLICY_FAMILIES, (family) => areKept(history, family)),
});

/** Eighteen digits; and past 2^53 as a scaled integer, of which the account can pay as much: where the step is so fine. */
const RESTING = '1234567890.12345678';
const TRADED = '93456789.12345679';

/** The quantity that was asked for. */
const qtyOf = (e: Exchange): string => String(asObject(sentJson(e))['qty']);

/** Eighteen digits, and past 2^53 as a scaled integer, too: a price of the grid that rests below no market. */
const PRICED = '9007199254.74099301';

/** The sandbox's venue fills in three slices at most, 50 ms apart. */
const FILLED_WITHIN_MS = 500;

function isSame(value: unknown, wanted: string): boolean {
  const [served, exact] = [exactDecimal(value), exactDecimal(wanted)];
  return served !== undefined && exact !== undefined && compared(served, exact) === 0;
}

function shows(e: Exchange | undefined, members: readonly string[], wanted: string): Judgement {
  if (e === undefined || !isOk(e)) return unseen;
  const other = members.find((name) => !isSame(at(e, name), wanted));
  return other === undefined ? pass : violated(`${other} ${wanted}, every digit`, e);
}

const sumOf = (amounts: readonly (ExactDecimal | undefined)[]): ExactDecimal =>
  amounts.reduce<ExactDecimal>((sum, amount) => plus(sum, amount ?? ZERO), ZERO);

/** Filled in one trade or more: what they traded adds up. */
function executionsAddUp(page: Exchange, orderId: string | undefined, bought: string): Judgement {
  const own = rows(page).filter((row) => row['orderId'] === orderId);
  const traded = sumOf(own.map((row) => exactDecimal(row['qty'])));
  const wanted = exactDecimal(bought) ?? ZERO;
  return own.length === 0 || compared(traded, wanted) === 0 ? pass : violated(`executions of ${bought}`, page);
}

/** No rounding is larger than this; any other trade that moves a balance meanwhile is. */
const ROUNDING = { units: 1n, places: 5 };

/** One balance of the account grows by what was bought. Readings come late, and others trade for the account. */
function balanceGrows(before: Exchange, after: Exchange, bought: string): Judgement {
  const minus = (amount: ExactDecimal): ExactDecimal => ({ ...amount, units: -amount.units });
  const wanted = exactDecimal(bought) ?? ZERO;
  const off = rows(after)
    .map((row) => {
      const was = rows(before).find(({ assetId }) => assetId === row['assetId']);
      return plus(exactDecimal(row['total']) ?? ZERO, minus(exactDecimal(was?.['total']) ?? ZERO));
    })
    .map((grown) => distance(grown, wanted))
    .find((by) => compared(by, ROUNDING) < 0);
  if (off === undefined) return unseen;
  return off.units === 0n ? pass : violated(`a total that is ${bought} more, every digit`, before, after);
}

function isKept(history: History): Judgement {
  const [bought, filled] = [history.one('bought'), history.maybe('filled')];
  const qty = qtyOf(bought);
  if (!isSame(at(filled ?? bought, 'cumQty'), qty) && !isOk(filled ?? bought))
    return inconclusive('the venue did not fill the order');
  return allOf(
    shows(filled, ['qty', 'cumQty'], qty),
    executionsAddUp(history.one('executions'), textAt(bought, 'orderId'), qty),
    balanceGrows(history.one('balances before'), history.one('balances after'), qty),
  );
}

/** On a sandbox alone: such an order is too large for a market that others trade on. */
export const longQuantitiesReadBack = check({
  id: 'mon/long-quantities-read-back',
  proves: ['MON-15'],
  title:
    'quantities and prices of eighteen digits, or past 2^53, read back exactly: on orders, executions and balances',
  needs: ['trader', 'account', 'instrument', 'cappedInstrument', 'balances', 'control', 'writes'],

  async drive({ trader, order, fixtures: { account, cappedInstrument }, elapse }) {
    const { id: instrumentId, price, step } = cappedInstrument;
    const resting = order({ instrumentId, price, qty: onGrid(RESTING, step) });
    const orderId = textAt(await trader.submit(resting, { label: 'rested' }), 'orderId');
    if (orderId === undefined) return;
    await trader.get(`/orders/${orderId}`, { label: 'row' });
    await trader.cancel(orderId, { label: 'cancelled' });
    const balances = (label: string) =>
      trader.get('/account-balances', { query: { accountId: account.id }, label: `balances ${label}` });
    await balances('before');
    const trading = order({ instrumentId, price: undefined, qty: onGrid(TRADED, step) });
    const bought = await trader.submit(trading, { label: 'bought' });
    await elapse(FILLED_WITHIN_MS);
    await trader.get(`/orders/${textAt(bought, 'orderId') ?? '0'}`, { label: 'filled' });
    await trader.get('/executions', { query: { limit: 5 }, label: 'executions' });
    await balances('after');
    // Last: it may trade, and move the balances.
    const priced = await trader.submit(order({ instrumentId, price: PRICED, qty: step }), {
      label: 'priced',
    });
    const pricedId = textAt(priced, 'orderId');
    if (pricedId !== undefined) await trader.get(`/orders/${pricedId}`, { label: 'priced row' });
  },

  judge(history) {
    const rested = history.one('rested');
    if (!isOk(rested) || history.maybe('bought') === undefined) return inconclusive('the order was not accepted');
    const qty = qtyOf(rested);
    return allOf(
      ['priced', 'priced row'].map((label) => shows(history.maybe(label), ['price'], PRICED)),
      shows(rested, ['qty', 'leavesQty'], qty),
      shows(history.maybe('row'), ['qty', 'leavesQty'], qty),
      shows(history.maybe('cancelled'), ['qty'], qty),
      isOk(history.one('bought')) ? isKept(history) : inconclusive('the order that trades was not accepted'),
    );
  },
});
