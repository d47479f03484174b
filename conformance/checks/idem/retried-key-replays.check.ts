import { check } from '../../runner/check.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';
import { isOk } from '../../target/exchange.ts';
import { replays } from '../../target/same-answer.ts';

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
    const { orderId } = JSON.parse(first.response?.body ?? '{}') as { orderId?: string };
    if (typeof orderId === 'string') await trader.cancel(orderId, { label: 'cancelled' });
    await trader.submit(body, { key, label: 'retried' });
    await trader.submit(body, { key, label: 'retried again' });
  },

  judge(history) {
    const first = history.one('first');
    if (!isOk(first)) return inconclusive('the order was not accepted');
    const wrong = [history.one('retried'), history.one('retried again')].find((retried) => !replays(retried, first));
    return wrong === undefined ? pass : violated('the first answer again, with Idempotent-Replay: true', first, wrong);
  },
});
