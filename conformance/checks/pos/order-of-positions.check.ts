/** Positions over reads: they never go back, and one names one time. */
import { asOf, keyOf, position, textAt } from '../../member/exchange/exchange.ts';
import { neverGoesBack, onePositionHasOneTime } from '../../rules/state-rules.ts';
import { check } from '../../runner/check.ts';
import { inconclusive } from '../../runner/judgement.ts';

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
    return neverGoesBack(reads);
  },
});

export const onePositionOneTime = check({
  id: 'pos/one-position-one-time',
  proves: ['POS-10'],
  title: 'asOfSeqTsNs never goes back as globalSequence grows, and one position always names one time',
  needs: ['trader', 'account', 'instrument', 'writes'],
  // The release that names the time.
  since: '0.13.0',

  async drive({ trader, order }) {
    const read = { label: 'read' };
    const readAll = async () => {
      await trader.get('/me', read);
      await trader.get('/orders', { query: { limit: 1 }, ...read });
      await trader.get('/executions', { query: { limit: 1 }, ...read });
      await trader.get('/me', read);
    };
    await readAll();
    const submitted = await trader.submit(order());
    await readAll();
    await trader.cancel(textAt(submitted, 'orderId') ?? '1');
    await readAll();
  },

  // Sorted by position and not by when they were answered: it holds over several members too.
  judge(history) {
    const reads = history.labelled('read').filter((e) => position(e) !== undefined && asOf(e) !== undefined);
    if (reads.length === 0) return inconclusive('no read named both a position and its time');
    return new Set(reads.map(position)).size < 2
      ? inconclusive('no write moved the position')
      : onePositionHasOneTime(reads);
  },
});
