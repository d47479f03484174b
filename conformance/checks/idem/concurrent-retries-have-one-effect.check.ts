import fc from 'fast-check';
import type { Exchange } from '../../client/exchange.ts';
import { isOk, rows, status, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

export const concurrentRetriesHaveOneEffect = check({
  id: 'idem/concurrent-retries-have-one-effect',
  proves: ['IDEM-16'],
  title: 'one key has one effect, however many of its retries are under way at once',
  needs: ['trader', 'account', 'instrument', 'writes'],
  given: () => fc.record({ atOnce: fc.integer({ min: 2, max: 6 }), after: fc.integer({ min: 1, max: 2 }) }),
  runs: 5,

  async drive({ trader, order, freshKey }, { atOnce, after }) {
    const key = freshKey();
    const body = order();
    await Promise.all(Array.from({ length: atOnce }, () => trader.submit(body, { key, label: 'attempt' })));
    for (let more = 0; more < after; more += 1) await trader.submit(body, { key, label: 'attempt' });
    await trader.get('/orders', { query: { limit: 100 }, label: 'orders' });
  },

  judge(history) {
    const attempts = history.labelled('attempt');
    if (!attempts.some((e) => (status(e) ?? 0) < 300)) return inconclusive('no attempt was accepted');
    const key = attempts[0]?.request.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
    const listed = rows(history.one('orders')).filter((row) => row['clientOrderId'] === key);
    const ids = new Set(attempts.map(orderIdOf).filter((id) => id !== undefined));
    return allOf(
      listed.length > 1 ? violated('one order of this key', history.one('orders')) : pass,
      ids.size > 1 ? violated('one order id in all answers to the key', ...attempts) : pass,
    );
  },
});

function orderIdOf(attempt: Exchange): string | undefined {
  return isOk(attempt) && status(attempt) !== 202 ? textAt(attempt, 'orderId') : undefined;
}
