import { at, isOk, json, rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive, notExercised, pass, violated } from '../../runner/judgement.ts';
import { BALANCES } from './balance-rows.ts';

export const discoveredAccount = check({
  id: 'bal/discovered-account',
  proves: ['BAL-06'],
  title: 'balances of an account in DISCOVERED status are served, filtered and among all',
  needs: ['admin', 'discoveredAccount', 'balances'],

  async drive({ admin, fixtures, note }) {
    const { id, holds } = fixtures.discoveredAccount;
    note('holds', holds);
    await admin.get(`/accounts/${id}`, { query: { view: 'latest' }, label: 'account' });
    await admin.get(BALANCES, { query: { accountId: id }, label: 'its own' });
    await admin.get(BALANCES, { label: 'all' });
  },

  judge(history) {
    const account = history.one('account');
    if (!isOk(account) || !Object.values(Object(json(account))).includes('DISCOVERED'))
      return inconclusive('the fixture discoveredAccount is not in DISCOVERED status');
    const [own, all] = [history.one('its own'), history.one('all')];
    const accountId = at(account, 'accountId');
    const served = expects(own, { status: 200 });
    const isListed = rows(all).some((row) => row['accountId'] === accountId);
    const isEmpty = served.verdict === 'pass' && rows(own).length === 0 && !isListed;
    if (isEmpty && history.noted('holds')?.value !== true) {
      return notExercised('whether the fixture discoveredAccount holds anything is not known: state holds: true');
    }
    return allOf(
      served,
      served.verdict !== 'pass' || rows(own).length > 0 ? pass : violated('balances of the DISCOVERED account', own),
      isListed ? pass : violated('balances of the DISCOVERED account among all', all),
    );
  },
});
