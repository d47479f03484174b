import { isOk, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive } from '../../runner/judgement.ts';
import { executionsAtHand, ordersAtHand } from '../../scenes/rows-at-hand.ts';

const NOT_OF_A_ROW = ['limit=1', 'include=total', 'cursor=made-up', 'nonsense=1', 'view=latest&limit=1'];

export const singleRowTakesViewAlone = check({
  id: 'qry/single-row-takes-view-alone',
  proves: ['QRY-02'],
  title: 'a single order or execution takes the query parameter view alone',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive(scene) {
    const { trader } = scene;
    await ordersAtHand(scene, 1);
    await executionsAtHand(scene, 1);
    for (const [collection, id] of [
      ['/orders', 'orderId'],
      ['/executions', 'executionId'],
    ] as const) {
      const page = await trader.get(collection, { query: { limit: 1 } });
      const row = textAt(page, 'items', 0, id);
      if (row === undefined) continue;
      await trader.get(`${collection}/${row}`, { label: 'bare' });
      await trader.get(`${collection}/${row}`, { query: 'view=latest', label: 'view' });
      for (const query of NOT_OF_A_ROW) await trader.get(`${collection}/${row}`, { query, label: 'refused' });
    }
  },

  judge: (history) =>
    history.labelled('bare').some(isOk)
      ? allOf(
          eachOf(history.labelled('view'), (e) => expects(e, { status: 200 })),
          eachOf(history.labelled('refused'), (e) => expects(e, { status: 400, code: 'MALFORMED_REQUEST' })),
        )
      : inconclusive('no row was at hand'),
});
