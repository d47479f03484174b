import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';

/** Escapes that are none, or that are not UTF-8, in a name or in a value. */
const UNREADABLE = ['limit=%zz', 'cursor=%ff', 'cursor=%', 'cursor=a%e0%a4%a', 'include=%c3%28', '%ff=1', '%zz'];

export const unreadableQuery = check({
  id: 'err/unreadable-query',
  proves: ['ERR-18'],
  title: 'a query string that does not decode answers 400 MALFORMED_REQUEST',
  needs: ['trader'],

  async drive({ trader, freshKey }) {
    for (const query of UNREADABLE) await trader.get('/orders', { query });
    for (const path of ['/orders/1', '/executions', '/me', `/operations/${freshKey()}`]) {
      await trader.get(path, { query: 'view=%ff' });
    }
  },

  judge: (history) => eachOf(history.answered, (e) => expects(e, { status: 400, code: 'MALFORMED_REQUEST' })),
});
