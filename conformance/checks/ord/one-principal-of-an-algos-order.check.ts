import { rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { INSTANCES } from '../../scenes/own-instance.ts';
import { orderRows, type ServedRow } from './order-rows.ts';

/** The same order is the instance's wherever it is served: by it, by its id, among all. */
function isTheInstances({ exchange, row }: ServedRow): Judgement {
  const { userId, algoInstanceId } = row;
  return userId === 0 && algoInstanceId !== null && algoInstanceId !== undefined
    ? pass
    : violated('userId 0 and an algoInstanceId on an order that an instance placed', exchange);
}

export const onePrincipalOfAnAlgosOrder = check({
  id: 'ord/one-principal-of-an-algos-order',
  proves: ['ORD-16'],
  title: 'an order that an instance placed has algoInstanceId and no user, by its id and among all orders',
  needs: ['admin', 'algoInstance', 'algos'],
  since: '0.11.0',

  async drive({ admin, fixtures }) {
    const placed = rows(await admin.get(`${INSTANCES}/${fixtures.algoInstance.id}/orders`, { label: 'placed' }));
    for (const { orderId } of placed.slice(0, 3)) await admin.get(`/orders/${orderId}`);
    await admin.get('/orders');
  },

  judge(history) {
    const placed = new Set(rows(history.one('placed')).map(({ orderId }) => orderId));
    if (placed.size === 0) return inconclusive('the fixture algoInstance has placed no order');
    const served = orderRows(history).filter(({ row }) => placed.has(row['orderId']));
    return eachOf(served, isTheInstances);
  },
});
