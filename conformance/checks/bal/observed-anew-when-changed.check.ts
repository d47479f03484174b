import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { isOk, textAt } from '../../target/exchange.ts';
import { sameBody } from '../../target/same-answer.ts';
import { AMOUNTS, BALANCES, type BalanceRow, byAccountAndAsset, observedAt } from './balance-rows.ts';

/** Far below a heartbeat: what moves within it was moved by the change. */
const SOON_MS = 1_000;

function isAnotherReading(before: BalanceRow, after: BalanceRow): boolean {
  return !AMOUNTS.every((name) => sameBody(before[name], after[name]));
}

function isObservedAnew(before: Exchange, after: Exchange): Judgement {
  const now = byAccountAndAsset(after);
  const pairs = [...byAccountAndAsset(before)].map(([name, row]) => [row, now.get(name) ?? row] as const);
  const changed = pairs.filter(([was, is]) => isAnotherReading(was, is));
  const moved = (least: bigint) => (pair: readonly [BalanceRow, BalanceRow]) =>
    (observedAt(pair[1]) ?? 0n) - (observedAt(pair[0]) ?? 0n) >= least;
  if (!pairs.every(moved(0n))) return violated('an observedAtNs that never goes back', before, after);
  if (changed.length === 0) return inconclusive('an order changed no balance of its account');
  return changed.every(moved(1n)) ? pass : violated('a later observedAtNs of a changed reading', before, after);
}

export const observedAnewWhenChanged = check({
  id: 'bal/observed-anew-when-changed',
  proves: ['BAL-05'],
  title: 'observedAtNs moves with a changed reading: what an order locks, and what its cancel lets go',
  needs: ['trader', 'account', 'instrument', 'balances', 'writes', 'control'],

  async drive({ trader, order, fixtures, elapse }) {
    const read = () => trader.get(BALANCES, { query: { accountId: fixtures.account.id }, label: 'read' });
    await read();
    const orderId = textAt(await trader.submit(order(), { label: 'submitted' }), 'orderId');
    if (orderId === undefined) return;
    await elapse(SOON_MS);
    await read();
    await trader.cancel(orderId);
    await elapse(SOON_MS);
    await read();
  },

  judge(history) {
    if (!isOk(history.one('submitted'))) return inconclusive('the order was not accepted');
    const reads = history.labelled('read');
    return eachOf(reads.slice(1), (after) => isObservedAnew(reads[reads.indexOf(after) - 1] as Exchange, after));
  },
});
