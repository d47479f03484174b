import { isOk, textAt } from '../../client/exchange.ts';
import { replays } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';

export const retriedKeyReplays = check({
  id: 'idem/retried-key-replays',
  proves: ['IDEM-02'],
  title: 'a retried key replays the first answer, status and body, with Idempotent-Replay: true',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const key = freshKey();
    const body = order();
    const first = await trader.submit(body, { key, label: 'first' });
    // The row moves on in between: what is replayed is the answer, not the row as it stands now.
    const orderId = textAt(first, 'orderId');
    if (orderId !== undefined) {
      const cancelKey = freshKey();
      await trader.cancel(orderId, { key: cancelKey, label: 'cancelled' });
      await trader.cancel(orderId, { key: cancelKey, label: 'cancelled again' });
    }
    await trader.submit(body, { key, label: 'retried' });
    await trader.submit(body, { key, label: 'retried again' });
  },

  judge(history) {
    const first = history.one('first');
    if (!isOk(first)) return inconclusive('the order was not accepted');
    const again = 'the first answer again, with Idempotent-Replay: true';
    const wrong = [history.one('retried'), history.one('retried again')].find((retried) => !replays(retried, first));
    if (wrong !== undefined) return violated(again, first, wrong);
    const [cancelled, cancelledAgain] = [history.maybe('cancelled'), history.maybe('cancelled again')];
    if (cancelled === undefined || cancelledAgain === undefined || !isOk(cancelled)) return pass;
    return replays(cancelledAgain, cancelled) ? pass : violated(again, cancelled, cancelledAgain);
  },
});
