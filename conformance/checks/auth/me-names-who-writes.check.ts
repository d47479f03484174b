import { at, isOk } from '../../client/exchange.ts';
import { idIn } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { inconclusive, pass, violated } from '../../runner/judgement.ts';

export const meNamesWhoWrites = check({
  id: 'auth/me-names-who-writes',
  proves: ['AUTH-12'],
  title: 'the user that GET /me serves is the one that is stamped on an order of the same caller',
  needs: ['trader', 'account', 'instrument', 'writes'],

  async drive({ trader, order }) {
    await trader.get('/me', { label: 'me' });
    await trader.submit(order(), { label: 'order' });
  },

  judge(history) {
    const [me, order] = [history.one('me'), history.one('order')];
    const [named, stamped] = [idIn(me, 'userId'), at(order, 'userId')];
    if (!isOk(me) || !isOk(order) || !Number.isInteger(stamped) || stamped === 0) {
      return inconclusive('no order names its user');
    }
    return named === stamped ? pass : violated("the user of the caller's own orders", order, me);
  },
});
