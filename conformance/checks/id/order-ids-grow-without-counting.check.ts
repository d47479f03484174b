import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { isOk, position, textAt } from '../../target/exchange.ts';

const idOf = (e: Exchange) => {
  const text = textAt(e, 'orderId');
  return text !== undefined && /^[0-9]+$/.test(text) ? BigInt(text) : undefined;
};

export const orderIdsGrowWithoutCounting = check({
  id: 'id/order-ids-grow-without-counting',
  proves: ['ID-05'],
  title: 'ids grow with the sequenced time of the creating command, are never reused, and do not count rows',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    await trader.submit(order(), { label: 'created' });
    await trader.submit(order(), { label: 'created' });
    await trader.submit(order(), { label: 'created' });
  },

  judge(history) {
    const created = history.labelled('created').filter((e) => isOk(e) && position(e) !== undefined);
    const inSequence = created.toSorted((a, b) => ((position(a) ?? 0n) < (position(b) ?? 0n) ? -1 : 1));
    const ids = inSequence.map(idOf).filter((id) => id !== undefined);
    if (ids.length < 3) return inconclusive('three orders were not created');
    const steps = ids.slice(1).map((id, i) => id - (ids[i] ?? 0n));
    return allOf(
      steps.every((step) => step > 0n) ? pass : violated('ids that grow with the positions', ...inSequence),
      steps.every((step) => step === 1n) ? violated('ids that are not consecutive numbers', ...inSequence) : pass,
    );
  },
});
