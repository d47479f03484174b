import { keyOf, position, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

export const positionsNeverGoBack = check({
  id: 'pos/positions-never-go-back',
  proves: ['POS-07'],
  title: 'positions that a member serves to one caller one after another never go back',
  // Behind an address of several, each is monotone and the walk from one to the next is not (decision A42).
  needs: ['trader', 'account', 'instrument', 'writes', 'single-member'],
  staleReads: 'judged',

  async drive({ trader, order }) {
    const read = { label: 'read' };
    const readAll = async () => {
      await trader.get('/orders', { query: { limit: 1 }, ...read });
      await trader.get('/executions', { query: { limit: 1 }, ...read });
      await trader.get('/me', read);
    };
    await readAll();
    const submitted = await trader.submit(order());
    await readAll();
    await trader.cancel(textAt(submitted, 'orderId') ?? '1');
    await trader.get(`/operations/${keyOf(submitted)}`, read);
    await readAll();
  },

  // Reads alone: a replayed write names the position of its fact, which is as old as the fact (IDEM-02).
  judge(history) {
    const reads = history.labelled('read').filter((e) => position(e) !== undefined);
    if (new Set(reads.map(position)).size < 2) return inconclusive('no write moved the position');
    return eachOf(reads.slice(1), (e) => {
      const before = reads[reads.indexOf(e) - 1];
      if (before === undefined || before.answeredAtMs > e.sentAtMs) return pass;
      return (position(e) ?? 0n) < (position(before) ?? 0n)
        ? violated(`a position of ${position(before)} or later`, before, e)
        : pass;
    });
  },
});
