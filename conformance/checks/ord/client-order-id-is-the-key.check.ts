import { isOk, keyOf, rows, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import { cancelled } from './refused-order.ts';

/** Left out, a clientOrderId may be asked for (decision A32); the sandbox's member takes the key for it. */
export const clientOrderIdIsTheKey = check({
  id: 'ord/client-order-id-is-the-key',
  proves: ['ORD-01'],
  title: "a body's clientOrderId that differs from the Idempotency-Key is refused, and nothing is placed",
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order, freshKey }) {
    const other = freshKey();
    await cancelled(trader, await trader.submit(order({ clientOrderId: undefined }), { label: 'left out' }));
    await cancelled(trader, await trader.submit(order({ clientOrderId: other }), { label: 'another' }));
    await trader.get('/orders', { query: { limit: 20 }, label: 'orders' });
  },

  judge(history) {
    const { strict } = history.target;
    const leftOut = history.one('left out');
    const another = history.one('another');
    const { clientOrderId: other } = JSON.parse(another.request.body ?? '{}') as { clientOrderId?: string };
    const placed = rows(history.one('orders')).some((row) =>
      [other, keyOf(another)].includes(String(row['clientOrderId'])),
    );
    const code = 'MALFORMED_REQUEST';
    return allOf(
      strict ? expects(leftOut, { status: '2xx' }, 'the clientOrderId left out') : pass,
      isOk(leftOut) && textAt(leftOut, 'clientOrderId') !== keyOf(leftOut)
        ? violated('the key as clientOrderId', leftOut)
        : pass,
      expects(another, strict ? { status: 400, code, position: 'absent' } : { status: '4xx' }),
      placed ? violated('no order of the refused clientOrderId or its key', another, history.one('orders')) : pass,
    );
  },
});
