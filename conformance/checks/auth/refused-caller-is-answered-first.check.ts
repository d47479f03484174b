import { pathOf } from '../../client/exchange.ts';
import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';
import { requestEveryRouteUnread } from '../../scenes/every-route.ts';
import { requestUnread } from './unread-requests.ts';

export const refusedCallerIsAnsweredFirst = check({
  id: 'auth/refused-caller-is-answered-first',
  proves: ['AUTH-09'],
  title: 'a caller who is not let in is answered 403 whatever the body or query: the request is not read',
  needs: ['suspended'],

  async drive({ suspended, target, freshKey }) {
    await requestUnread(suspended, freshKey);
    await requestEveryRouteUnread(suspended, { target, freshKey });
  },

  judge: (history) =>
    eachOf(
      // Who may see why they are refused is not said: GET /me may be read, and is then asked in vain (decision A5).
      history.answered.filter((e) => history.target.strict || pathOf(e) !== '/me'),
      (e) => expects(e, { status: 403 }),
    ),
});
