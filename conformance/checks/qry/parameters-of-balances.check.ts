import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';

export const parametersOfBalances = check({
  id: 'qry/parameters-of-balances',
  proves: ['QRY-06'],
  title: 'account-balances accepts view=latest and refuses view=approved and status with 400',
  needs: ['admin', 'balances'],

  async drive({ admin }) {
    await admin.get('/account-balances', { query: 'view=latest', label: 'latest' });
    for (const query of ['view=approved', 'view=all', 'status=ACTIVE', 'view=latest&status=ACTIVE'])
      await admin.get('/account-balances', { query, label: 'refused' });
  },

  judge: (history) =>
    allOf(
      expects(history.one('latest'), { status: 200 }),
      eachOf(history.labelled('refused'), (e) => expects(e, { status: 400 })),
    ),
});
