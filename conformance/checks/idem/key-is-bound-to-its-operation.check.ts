import { isOk, textAt } from '../../client/exchange.ts';
import { replays } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

export const keyIsBoundToItsOperation = check({
  id: 'idem/key-is-bound-to-its-operation',
  proves: ['IDEM-06'],
  title:
    'a key used for another operation or resource answers 409 IDEMPOTENCY_KEY_REUSED, and still replays for its own',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const key = freshKey();
    const body = order();
    const first = await trader.submit(body, { key, label: 'first' });
    const orderId = textAt(first, 'orderId') ?? '1';
    await trader.cancel(orderId, { key, label: 'another operation' });

    const cancelKey = freshKey();
    const other = await trader.submit(order(), { label: 'other order' });
    const otherId = textAt(other, 'orderId') ?? '1';
    await trader.cancel(otherId, { key: cancelKey, label: 'cancelled' });
    await trader.cancel(orderId, { key: cancelKey, label: 'another resource' });
    await trader.submit(body, { key, label: 'retried' });
  },

  judge(history) {
    const first = history.one('first');
    if (!isOk(first) || !isOk(history.one('cancelled')))
      return inconclusive('the order or its cancel was not accepted');
    const reused = { status: 409, code: 'IDEMPOTENCY_KEY_REUSED', retryable: false } as const;
    const retried = history.one('retried');
    return allOf(
      expects(history.one('another operation'), reused),
      expects(history.one('another resource'), reused),
      replays(retried, first) ? pass : violated('the first answer, replayed after the refused use', first, retried),
    );
  },
});
