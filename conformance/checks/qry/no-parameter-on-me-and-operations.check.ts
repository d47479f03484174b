import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';

const ANY = ['view=latest', 'limit=1', 'include=total', 'nonsense=1'];

export const noParameterOnMeAndOperations = check({
  id: 'qry/no-parameter-on-me-and-operations',
  proves: ['QRY-03'],
  title: 'GET /me and GET /operations/{key} take no query parameter',
  needs: ['trader'],

  async drive({ trader, freshKey }) {
    // The query is judged whether the key is known or not: what is refused there is 400, never 404.
    for (const path of ['/me', `/operations/${freshKey()}`]) {
      for (const query of ANY) await trader.get(path, { query, label: 'refused' });
    }
  },

  judge: (history) =>
    eachOf(history.labelled('refused'), (e) => expects(e, { status: 400, code: 'MALFORMED_REQUEST' })),
});
