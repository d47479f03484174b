import { errorCode, isOk, textAt } from '../../client/exchange.ts';
import { capabilitiesOf, idIn } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, inconclusive } from '../../runner/judgement.ts';
import { notTaken } from '../../runner/unless-assumed.ts';

const DENIED = { status: 403, code: 'CAPABILITY_DENIED', position: 'present' } as const;

export const recordsDecide = check({
  id: 'auth/records-decide',
  proves: ['AUTH-10'],
  title: 'a granted or cleared capability counts on the next request under the same token',
  // The capabilities of a standing user are changed, for a moment.
  needs: ['admin', 'viewer', 'account', 'instrument', 'writes', 'destructive'],

  async drive({ admin, viewer, order }) {
    const token = await viewer.token();
    const me = await viewer.get('/me', { token, label: 'me' });
    const [userId, held] = [idIn(me, 'userId'), capabilitiesOf(me)];
    if (userId === undefined || held === undefined) return;
    const restate = (capabilities: readonly string[], label?: string) =>
      admin.put(`/users/${userId}`, { capabilities }, label === undefined ? {} : { label });
    await viewer.submit(order(), { token, label: 'before' });
    await restate([...held, 'orders:trade'], 'granted');
    const placed = await viewer.submit(order(), { token, label: 'while granted' });
    const orderId = textAt(placed, 'orderId');
    if (orderId !== undefined) await viewer.cancel(orderId, { token });
    await restate(held, 'cleared');
    await viewer.submit(order(), { token, label: 'after' });
    // Whatever came of it, nothing stays granted.
    await restate(held);
  },

  judge(history) {
    const [before, granted, cleared] = ['before', 'granted', 'cleared'].map((label) => history.maybe(label));
    if (before === undefined || granted === undefined || cleared === undefined)
      return inconclusive('GET /me does not name the user and the capabilities held');
    if (errorCode(before) !== 'CAPABILITY_DENIED') return inconclusive('the viewer holds orders:trade already');
    if (!isOk(granted) || !isOk(cleared)) return notTaken('the user was not restated: the body is assumed');
    const [during, after] = [history.one('while granted'), history.one('after')];
    return allOf(
      // Another refusal is of the order, which is past its capability then.
      errorCode(during) === 'CAPABILITY_DENIED'
        ? expects(during, { status: '2xx' }, 'orders:trade was granted')
        : isOk(during)
          ? expects(after, DENIED, 'orders:trade was cleared')
          : inconclusive('the order itself was refused'),
    );
  },
});
