import type { Exchange } from '../../client/exchange.ts';
import { isOk, json, rows, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import type { Judgement } from '../../runner/judgement.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';

type Row = Readonly<Record<string, unknown>>;

function namesNoInstance(rowsRead: readonly Row[], e: Exchange): Judgement {
  return eachOf(rowsRead, (row) =>
    'algoInstanceId' in row ? violated('an order row without algoInstanceId, which came with 0.6.0', e) : pass,
  );
}

export const olderOrdersNameNoInstance = check({
  id: 'ver/older-orders-name-no-instance',
  proves: ['VER-06'],
  title: 'algoInstanceId is absent from order reads before 0.6.0',
  needs: ['trader', 'account', 'instrument', 'writes'],
  until: '0.6.0',
  deploys: [{ rest: '0.5.1' }, { rest: '0.1.0' }],

  async drive({ trader, order }) {
    const placed = await trader.submit(order(), { label: 'placed' });
    const orderId = textAt(placed, 'orderId');
    if (orderId === undefined) return;
    await trader.get(`/orders/${orderId}`, { label: 'row' });
    await trader.get('/orders', { label: 'page' });
  },

  judge(history) {
    const [row, page] = [history.maybe('row'), history.maybe('page')];
    if (row === undefined || page === undefined) return inconclusive('the order was not accepted');
    if (!isOk(row) || !isOk(page)) return inconclusive('the order could not be read');
    return allOf(namesNoInstance([json(row) as Row], row), namesNoInstance(rows(page), page));
  },
});
