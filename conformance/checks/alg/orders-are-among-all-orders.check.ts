import type { Exchange } from '../../client/exchange.ts';
import { isOk, position, rows } from '../../client/exchange.ts';
import { sameBody } from '../../client/same-answer.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { nextCursor } from '../../scenes/collection.ts';
import { INSTANCES } from '../../scenes/own-instance.ts';
import { walk } from '../../scenes/walk.ts';

const MOST_PAGES = 5;
const PAGE = 90;

const idOf = (row: Readonly<Record<string, unknown>>): bigint => {
  const { orderId } = row;
  return typeof orderId === 'string' && /^[0-9]{1,19}$/.test(orderId) ? BigInt(orderId) : -1n;
};

/** Orders never go away, so one that stood when the instance's page was read stands in every later walk. */
function isListed(placed: Exchange, row: Readonly<Record<string, unknown>>, pages: readonly Exchange[]): Judgement {
  const last = pages.at(-1);
  const listed = pages
    .flatMap((page) => rows(page).map((one) => ({ page, one })))
    .find(({ one }) => idOf(one) === idOf(row));
  if (listed === undefined) {
    const oldest = rows(last ?? placed).at(-1);
    const isCovered = last !== undefined && (nextCursor(last) === undefined || (oldest && idOf(oldest) < idOf(row)));
    return isCovered ? violated(`order ${String(row['orderId'])} of the instance in GET /orders`, placed, last) : pass;
  }
  // Fills and cancels may lie between reads of different positions.
  if (position(listed.page) !== position(placed)) return pass;
  const other = Object.keys(row).find(
    (name) => Object.hasOwn(listed.one, name) && !sameBody(row[name], listed.one[name]),
  );
  return other === undefined
    ? pass
    : violated(`${other} as GET /orders lists it at the same position`, listed.page, placed);
}

export const ordersAreAmongAllOrders = check({
  id: 'alg/orders-are-among-all-orders',
  proves: ['ALG-19'],
  title: 'the orders of an algo instance are among GET /orders, the same rows at the same position',
  needs: ['admin', 'algoInstance', 'algos'],

  async drive({ admin, fixtures }) {
    const path = `${INSTANCES}/${fixtures.algoInstance.id}/orders`;
    await admin.get(path, { query: { limit: 10 }, label: 'placed' });
    await walk(admin, '/orders', { limit: PAGE, label: 'all', most: MOST_PAGES });
  },

  judge(history) {
    const placed = history.one('placed');
    const pages = history.labelled('all');
    const from = position(placed);
    if (!isOk(placed) || rows(placed).length === 0) return inconclusive('the fixture algoInstance has placed no order');
    const isLater = (page: Exchange) => from !== undefined && (position(page) ?? -1n) >= from;
    if (!pages.every((page) => isOk(page) && isLater(page)))
      return inconclusive('GET /orders was not served at the position of the instance or later');
    return eachOf(rows(placed), (row) => isListed(placed, row, pages));
  },
});
