import { at, isOk, textAt } from '../../client/exchange.ts';
import { sameBody } from '../../client/same-answer.ts';
import { exactDecimal } from '../../rules/exact-decimal.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

/** What no cancel changes. Which states an order has is not shown, so only the sandbox's is asked for nothing left. */
const UNCHANGED = ['orderId', 'clientOrderId', 'accountId', 'price', 'qty', 'userId'] as const;

export const cancelServesTheOrderRow = check({
  id: 'ord/cancel-serves-the-order-row',
  proves: ['ORD-14'],
  title: 'POST /orders/{id}/cancel serves the row of the order that it cancels',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const orderId = textAt(await trader.submit(order({ qty: '1.75' }), { label: 'placed' }), 'orderId');
    if (orderId !== undefined) await trader.cancel(orderId, { label: 'cancelled' });
  },

  judge(history) {
    const placed = history.one('placed');
    const cancelled = history.maybe('cancelled');
    if (cancelled === undefined || !isOk(placed)) return inconclusive('no order was placed');
    if (!isOk(cancelled)) return expects(cancelled, { status: '2xx' });
    const changed = UNCHANGED.find((name) => !sameBody(at(cancelled, name), at(placed, name)));
    const left = exactDecimal(at(cancelled, 'leavesQty'));
    return allOf(
      changed === undefined ? pass : violated(`the row of the order, its ${changed} as it was`, placed, cancelled),
      history.target.strict && left?.units !== 0n ? violated('nothing left of the order', placed, cancelled) : pass,
    );
  },
});
