import { rows } from '../../client/exchange.ts';
import { etagOf } from '../../client/row-version.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive, pass, violated } from '../../runner/judgement.ts';
import { BALANCES, NO_BALANCES } from './balance-rows.ts';

export const noRowAndNoEtag = check({
  id: 'bal/no-row-and-no-etag',
  proves: ['BAL-04'],
  title: 'balances have no entity route, and no page of them has an ETag',
  needs: ['admin', 'balances'],

  async drive({ admin }) {
    const page = await admin.get(BALANCES, { label: 'page' });
    const { accountId, assetId } = rows(page)[0] ?? {};
    if (typeof accountId !== 'number' || typeof assetId !== 'number') return;
    await admin.get(BALANCES, { query: { accountId, limit: 1 }, label: 'page' });
    for (const row of [`${accountId}`, `${accountId}/${assetId}`])
      await admin.get(`${BALANCES}/${row}`, { label: 'row' });
  },

  judge(history) {
    const none = { status: 404, code: 'ROUTE_NOT_FOUND' } as const;
    const asked = history.labelled('row');
    return allOf(
      eachOf(history.labelled('page'), (e) => (etagOf(e) === undefined ? pass : violated('a page without ETag', e))),
      asked.length === 0 ? inconclusive(NO_BALANCES) : eachOf(asked, (e) => expects(e, none, 'no entity route')),
    );
  },
});
