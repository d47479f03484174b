import type { Exchange } from '../../client/exchange.ts';
import { at, isOk, rows, textAt } from '../../client/exchange.ts';
import { compared, distance, type ExactDecimal, exactDecimal, plus, ZERO } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import type { History } from '../../runner/history.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, unseen, violated } from '../../runner/judgement.ts';

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

/** A rounding goes no further; any other trade that moves a balance meanwhile is of more. */
const ROUNDING = { units: 1n, places: 5 };

/** What was bought is what one balance of the account has more; readings come late, and others trade for the account. */
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

/** On a sandbox alone: no market that others trade bears such an order. */
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
