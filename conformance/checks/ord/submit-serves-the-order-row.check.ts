import { at, isOk, keyOf, sentJson, textAt } from '../../client/exchange.ts';
import type { OrderBody } from '../../client/order.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';

/** What a submission states and its row says again. */
const STATED = ['accountId', 'price', 'qty'] as const;

export const submitServesTheOrderRow = check({
  id: 'ord/submit-serves-the-order-row',
  proves: ['ORD-01'],
  title: 'POST /orders serves the row of the order as it was submitted; its key is the clientOrderId',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    await trader.submit(order({ qty: '1.25' }), { label: 'submitted' });
  },

  judge(history) {
    const submitted = history.one('submitted');
    const { status, why } = { status: '2xx', why: 'an order that rests' } as const;
    if (!isOk(submitted)) return expects(submitted, { status }, why);
    const sent = sentJson(submitted) as OrderBody;
    const other = STATED.find((name) => !sameBody(at(submitted, name), sent[name]));
    return allOf(
      textAt(submitted, 'orderId') === undefined ? violated('an order row, with its orderId', submitted) : pass,
      at(submitted, 'clientOrderId') === keyOf(submitted) ? pass : violated('the key as clientOrderId', submitted),
      other === undefined ? pass : violated(`${other} as it was submitted`, submitted),
    );
  },
});
