import { textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';
import { orderRows, type ServedRow } from './order-rows.ts';

function hasOnePrincipal({ exchange, row }: ServedRow): Judgement {
  const { userId, algoInstanceId } = row;
  const byUser = userId !== 0 && userId !== null && userId !== undefined;
  const byInstance = algoInstanceId !== null && algoInstanceId !== undefined;
  const what = 'exactly one of userId (not 0) and algoInstanceId (not null) on an order row';
  return byUser === byInstance ? violated(what, exchange) : pass;
}

export const onePrincipalAnOrder = check({
  id: 'ord/one-principal-an-order',
  proves: ['ORD-16'],
  title: 'exactly one of userId and algoInstanceId is set on each order row: submitted, read, listed, cancelled',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    const orderId = textAt(await trader.submit(order({ qty: '1.25' })), 'orderId');
    if (orderId === undefined) return;
    await trader.get(`/orders/${orderId}`);
    await trader.get('/orders', { query: { limit: 30 } });
    await trader.cancel(orderId);
  },

  judge: (history) => eachOf(orderRows(history), hasOnePrincipal),
});
