import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, blaming, inconclusive, pass, violated } from '../../runner/judgement.ts';
import type { Exchange } from '../../target/exchange.ts';
import { isOk, json, pathOf, rows } from '../../target/exchange.ts';
import { asObject } from '../svc/contract-document.ts';
import { INSTANCES } from './own-instance.ts';

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

function areDescending(page: Exchange): Judgement {
  const ids = rows(page).map(({ orderId }) => BigInt(/^[0-9]+$/.test(String(orderId)) ? String(orderId) : '0'));
  const isOrdered = ids.every((id, i) => i === 0 || id < (ids[i - 1] ?? 0n));
  return isOrdered ? pass : violated("an instance's orders descending by id", page);
}

export const ordersOfAnInstance = check({
  id: 'alg/orders-of-an-instance',
  proves: ['ALG-19', 'PAGE-12'],
  title: "an instance's orders are order rows with algoInstanceId set and userId 0, newest first",
  needs: ['admin', 'algoInstance', 'algos'],

  async drive({ admin, fixtures }) {
    const page = await admin.get(`${INSTANCES}/${fixtures.algoInstance.id}/orders`, { label: 'orders' });
    const orderId = rows(page)[0]?.['orderId'];
    if (typeof orderId === 'string') await admin.get(`/orders/${orderId}`, { label: 'order' });
  },

  judge(history) {
    const [page, row] = [history.one('orders'), history.maybe('order')];
    const served = blaming(expects(page, { status: 200 }), 'ALG-19');
    if (served.verdict !== 'pass') return served;
    if (rows(page).length === 0) return inconclusive('the fixture algoInstance has placed no order');
    return allOf(
      blaming(areItsOwn(page, Number(pathOf(page).split('/')[3])), 'ALG-19'),
      row === undefined
        ? blaming(violated('orders with their orderId', page), 'ALG-19')
        : blaming(areOrderRows(page, row), 'ALG-19'),
      blaming(areDescending(page), 'PAGE-12'),
    );
  },
});
