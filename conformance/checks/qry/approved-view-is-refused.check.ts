import { textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';

export const approvedViewIsRefused = check({
  id: 'qry/approved-view-is-refused',
  proves: ['QRY-05'],
  title: 'orders and executions refuse view=approved with 400, as pages and as rows',
  needs: ['trader'],

  async drive({ trader }) {
    const approved = { query: { view: 'approved' }, label: 'approved' };
    for (const [collection, id] of [
      ['/orders', 'orderId'],
      ['/executions', 'executionId'],
    ] as const) {
      await trader.get(collection, approved);
      const row = textAt(await trader.get(collection, { query: { limit: 1 } }), 'items', 0, id);
      if (row !== undefined) await trader.get(`${collection}/${row}`, approved);
    }
  },

  judge: (history) => eachOf(history.labelled('approved'), (e) => expects(e, { status: 400 })),
});
