import { status } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { eachOf, pass, violated } from '../../runner/judgement.ts';

export const olderMembersServeNoBalances = check({
  id: 'ver/older-members-serve-no-balances',
  proves: ['VER-10'],
  title: 'before 0.3.0 GET /account-balances is not there: 404, whatever is asked of it',
  needs: ['trader'],
  until: '0.3.0',
  deploys: [{ rest: '0.2.1' }, { rest: '0.1.0' }],

  async drive({ trader }) {
    await trader.get('/account-balances', { label: 'asked' });
    await trader.get('/account-balances', { query: { accountId: '1' }, label: 'asked' });
  },

  judge: (history) =>
    eachOf(history.labelled('asked'), (e) =>
      status(e) === 404 ? pass : violated('404: the route came with 0.3.0', e),
    ),
});
