import { isOk, textAt } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, pass } from '../../runner/judgement.ts';

const ANY = ['view=latest', 'limit=1', 'include=total', 'nonsense=1'];
const REFUSED = { status: 400, code: 'MALFORMED_REQUEST' };

export const noParameterOnMeAndOperations = check({
  id: 'qry/no-parameter-on-me-and-operations',
  proves: ['QRY-03'],
  title: 'GET /me and GET /operations/{key} take no query parameter',
  needs: ['trader'],

  async drive({ trader, freshKey }) {
    for (const query of ANY) await trader.get('/me', { query, label: 'me' });
    const newest = await trader.get('/orders', { query: { limit: 1 } });
    const key = encodeURIComponent(textAt(newest, 'items', 0, 'clientOrderId') ?? freshKey());
    await trader.get(`/operations/${key}`, { label: 'bare' });
    for (const query of ANY) await trader.get(`/operations/${key}`, { query, label: 'operation' });
  },

  // A key that is not held may be told from one that is before the query is looked at; ours reads the query first.
  judge(history) {
    const isKnown = isOk(history.one('bare')) || history.target.strict;
    return allOf(
      eachOf(history.labelled('me'), (e) => expects(e, REFUSED)),
      isKnown ? eachOf(history.labelled('operation'), (e) => expects(e, REFUSED)) : pass,
    );
  },
});
