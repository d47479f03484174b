import { rows } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import { BALANCES } from './balance-rows.ts';

export const accountOfAnotherOrganisation = check({
  id: 'bal/account-of-another-organisation',
  proves: ['BAL-03'],
  title: "another organisation's account yields an empty page, and none of its rows stands on any other",
  needs: ['admin', 'foreignAccount', 'balances'],

  async drive({ admin, fixtures }) {
    await admin.get(BALANCES, { query: { accountId: fixtures.foreignAccount.id }, label: 'foreign' });
    await admin.get(BALANCES, { label: 'all' });
  },

  judge(history) {
    const [foreign, all] = [history.one('foreign'), history.one('all')];
    const accountId = Number(new URLSearchParams(foreign.request.path.split('?')[1]).get('accountId'));
    const empty = expects(foreign, { status: 200 }, "another organisation's account");
    return allOf(
      empty,
      empty.verdict !== 'pass' || rows(foreign).length === 0 ? pass : violated('an empty page', foreign),
      rows(all).some((row) => row['accountId'] === accountId)
        ? violated("balances of the caller's organisation alone", all)
        : pass,
    );
  },
});
