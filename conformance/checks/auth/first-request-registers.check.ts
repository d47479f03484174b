import { status } from '../../client/exchange.ts';
import { idIn } from '../../rules/who-is-served.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, pass, violated } from '../../runner/judgement.ts';
import { meOnceRegistered } from './awaiting-admission.ts';

export const firstRequestRegisters = check({
  id: 'auth/first-request-registers',
  proves: ['AUTH-04'],
  title:
    'the first request of a caller registers them: refused for awaiting admission, then served by GET /me, one row',
  // A user that was never seen before stays registered.
  needs: ['awaiting', 'mint', 'destructive'],

  async drive({ awaiting, control, freshKey, elapse }) {
    const token = await control.mint({ persona: 'awaiting', claims: { sub: freshKey() } });
    await awaiting.get('/orders', { token, label: 'first' });
    await meOnceRegistered(awaiting, elapse, { token, label: 'me' });
    await awaiting.get('/me', { token, label: 'again' });
    await awaiting.get('/me', { label: 'another' });
  },

  judge(history) {
    const [first, again] = [history.one('first'), history.one('again')];
    const me = history.labelled('me').at(-1) ?? again;
    const own = idIn(me, 'userId');
    return allOf(
      status(first) === 503 ? pass : expects(first, { status: 403, code: 'AWAITING_ADMISSION' }),
      expects(me, { status: 200 }),
      own !== undefined && idIn(again, 'userId') === own
        ? pass
        : violated("the caller's one row, the same each time", me, again),
      own !== undefined && idIn(history.one('another'), 'userId') !== own
        ? pass
        : violated("a row of the caller's own", me, history.one('another')),
    );
  },
});
