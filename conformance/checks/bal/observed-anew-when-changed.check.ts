import type { Exchange } from '../../client/exchange.ts';
import { isOk, position, textAt } from '../../client/exchange.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { notShown } from '../../runner/not-shown.ts';
import { AMOUNTS, BALANCES, type BalanceRow, byAccountAndAsset, observedAt } from './balance-rows.ts';

/** A venue may take its time to report a change. */
const LOOKS = 5;
const BETWEEN_LOOKS_MS = 1_000;

function isAnotherReading(before: BalanceRow, after: BalanceRow): boolean {
  return !AMOUNTS.every((name) => sameBody(before[name], after[name]));
}

function pairedRows(before: Exchange, after: Exchange): readonly (readonly [BalanceRow, BalanceRow])[] {
  const now = byAccountAndAsset(after);
  return [...byAccountAndAsset(before)].map(([name, row]) => [row, now.get(name) ?? row] as const);
}

function changedBetween(before: Exchange, after: Exchange) {
  return pairedRows(before, after).filter(([was, is]) => isAnotherReading(was, is));
}

function isObservedAnew(before: Exchange, after: Exchange): Judgement {
  const pairs = pairedRows(before, after);
  const [earlier, later] = [position(before), position(after)];
  if (earlier !== undefined && later !== undefined && later < earlier) return pass;
  const moved = (least: bigint) => (pair: readonly [BalanceRow, BalanceRow]) =>
    (observedAt(pair[1]) ?? 0n) - (observedAt(pair[0]) ?? 0n) >= least;
  if (!pairs.every(moved(0n))) return violated('an observedAtNs that never goes back', before, after);
  return changedBetween(before, after).every(moved(1n))
    ? pass
    : violated('a later observedAtNs of a changed reading', before, after);
}

export const observedAnewWhenChanged = check({
  id: 'bal/observed-anew-when-changed',
  proves: ['BAL-05'],
  title: 'observedAtNs moves with a changed reading: what an order locks, and what its cancel lets go',
  needs: ['trader', 'account', 'instrument', 'balances', 'writes'],

  async drive({ trader, order, fixtures, elapse }) {
    const read = () => trader.get(BALANCES, { query: { accountId: fixtures.account.id }, label: 'read' });
    const readUntilChanged = async (before: Exchange) => {
      for (let looks = 0; looks < LOOKS; looks += 1) {
        await elapse(BETWEEN_LOOKS_MS);
        const after = await read();
        if (changedBetween(before, after).length > 0) return after;
      }
      return before;
    };
    const first = await read();
    const orderId = textAt(await trader.submit(order(), { label: 'submitted' }), 'orderId');
    if (orderId === undefined) return;
    const second = await readUntilChanged(first);
    await trader.cancel(orderId);
    await readUntilChanged(second);
  },

  judge(history) {
    if (!isOk(history.one('submitted'))) return inconclusive('the order was not accepted');
    const reads = history.labelled('read');
    const pairs = reads.slice(1).map((after, i) => [reads[i] as Exchange, after] as const);
    return allOf(
      ...pairs.map(([before, after]) => isObservedAnew(before, after)),
      pairs.some(([before, after]) => changedBetween(before, after).length > 0)
        ? pass
        : notShown(history, 'an order changed no balance of its account'),
    );
  },
});
