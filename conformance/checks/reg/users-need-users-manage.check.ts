import { isOk } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf, inconclusive } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';
import { NO_USER, ownUser } from '../../scenes/own-user.ts';

export const usersNeedUsersManage = check({
  id: 'reg/users-need-users-manage',
  proves: ['REG-03'],
  title: 'a caller without users:manage neither creates nor restates a user: 403 CAPABILITY_DENIED by the owner',
  needs: ['admin', 'trader', 'writes'],

  async drive({ admin, trader }) {
    const own = await ownUser(admin, 'touchstone-denied');
    if (own === undefined) return;
    await own.grant([], { label: 'taken' });
    await trader.put(own.path, { capabilities: ['orders:trade'] }, { label: 'denied' });
    await trader.post(
      '/users',
      { subject: 'touchstone-never', displayName: 'touchstone-never', capabilities: [] },
      { label: 'denied' },
    );
    await own.grant([]);
  },

  judge(history) {
    const taken = history.maybe('taken');
    if (taken === undefined) return notTaken(NO_USER);
    if (!isOk(taken)) return inconclusive('the same body is not taken of a caller with users:manage');
    return allOf(
      eachOf(history.labelled('denied'), (e) =>
        expects(e, { status: 403, code: 'CAPABILITY_DENIED', position: 'present' }),
      ),
    );
  },
});
