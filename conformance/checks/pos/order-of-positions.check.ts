/** Positions over reads: they never go back, and one names one time. */
import { asOf, type Exchange, keyOf, position, textAt } from '../../member/exchange/exchange.ts';
import { check } from '../../runner/check.ts';
import { allOf, eachOf, inconclusive, pass, unseen, violated } from '../../runner/judgement.ts';

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
      if (before === undefined || before.answeredAtMs > e.sentAtMs) return unseen;
      return (position(e) ?? 0n) < (position(before) ?? 0n)
        ? violated(`a position of ${position(before)} or later`, before, e)
        : pass;
    });
  },
});

interface Named {
  readonly e: Exchange;
  readonly position: bigint;
  readonly time: bigint;
}

function named(e: Exchange): readonly Named[] {
  const [at, time] = [position(e), asOf(e)];
  return at === undefined || time === undefined ? [] : [{ e, position: at, time }];
}

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
    const reads = history.labelled('read').flatMap(named);
    if (reads.length === 0) return inconclusive('no read named both a position and its time');
    const inOrder = reads.toSorted((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0));
    if (inOrder[0]?.position === inOrder.at(-1)?.position) return inconclusive('no write moved the position');
    return eachOf(inOrder.slice(1), (later) => {
      const earlier = inOrder[inOrder.indexOf(later) - 1] as Named;
      const isSame = earlier.position === later.position;
      return allOf(
        isSame && earlier.time !== later.time
          ? violated(`the time ${earlier.time} for position ${later.position}, as before`, earlier.e, later.e)
          : pass,
        later.time < earlier.time
          ? violated(`a time of ${earlier.time} or later at position ${later.position}`, earlier.e, later.e)
          : pass,
      );
    });
  },
});
