import { asObject } from '../../client/contract-document.ts';
import type { Exchange } from '../../client/exchange.ts';
import { isOk, json, pathOf, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { INSTANCES } from '../../scenes/own-instance.ts';

const namesOf = (row: object) => Object.keys(row).sort().join();

function areItsOwn(page: Exchange, id: number): Judgement {
  return rows(page).every((row) => String(row['algoInstanceId']) === `${id}` && row['userId'] === 0)
    ? pass
    : violated(`orders with algoInstanceId ${id} and userId 0`, page);
}

/** The row of GET /orders/{id}, by the names of its members. */
function areOrderRows(page: Exchange, row: Exchange): Judgement {
  if (!isOk(row)) return inconclusive('the order of an instance was not served by its id');
  const shape = namesOf(asObject(json(row)));
  return rows(page).every((one) => namesOf(one) === shape)
    ? pass
    : violated('orders in the order row shape', row, page);
}

export const ordersOfAnInstance = check({
  id: 'alg/orders-of-an-instance',
  proves: ['ALG-19'],
  title: "an instance's orders are order rows with algoInstanceId set and userId 0",
  needs: ['admin', 'algoInstance', 'algos'],

  async drive({ admin, fixtures }) {
    const page = await admin.get(`${INSTANCES}/${fixtures.algoInstance.id}/orders`, { label: 'orders' });
    const orderId = rows(page)[0]?.['orderId'];
    if (typeof orderId === 'string') await admin.get(`/orders/${orderId}`, { label: 'order' });
  },

  judge(history) {
    const [page, row] = [history.one('orders'), history.maybe('order')];
    const served = expects(page, { status: 200 });
    if (served.verdict !== 'pass') return served;
    if (rows(page).length === 0) return inconclusive('the fixture algoInstance has placed no order');
    return allOf(
      areItsOwn(page, Number(pathOf(page).split('/')[3])),
      row === undefined ? violated('orders with their orderId', page) : areOrderRows(page, row),
    );
  },
});
