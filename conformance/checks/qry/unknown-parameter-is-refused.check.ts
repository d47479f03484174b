import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';

/** Names are matched as they are written: `Limit` is not `limit` (decision A17). */
const UNKNOWN = ['nonsense=1', 'Limit=1', 'orderBy=price', 'limit=1&nonsense=1'];

export const unknownParameterIsRefused = check({
  id: 'qry/unknown-parameter-is-refused',
  proves: ['QRY-01'],
  title: 'a query parameter that a collection does not take is refused 400 MALFORMED_REQUEST',
  needs: ['trader'],

  async drive({ trader }) {
    for (const path of ['/orders', '/executions']) {
      for (const query of UNKNOWN) await trader.get(path, { query, label: 'refused' });
    }
  },

  judge: (history) =>
    eachOf(history.labelled('refused'), (e) => expects(e, { status: 400, code: 'MALFORMED_REQUEST' })),
});
