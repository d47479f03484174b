import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { allOf, eachOf } from '../../runner/judgement.ts';
import { requestEveryRouteUnread } from '../../scenes/every-route.ts';
import { requestUnread } from './unread-requests.ts';

export const nobodyIsAnsweredFirst = check({
  id: 'auth/nobody-is-answered-first',
  proves: ['AUTH-09'],
  title: 'without a token that verifies, a bad body or query answers 401: the request is not read',
  needs: [],

  async drive({ anonymous, target, freshKey }) {
    await requestUnread(anonymous, freshKey, { label: 'unread' });
    await requestUnread(anonymous, freshKey, { token: 'no-token-of-anyone', label: 'unread' });
    await requestEveryRouteUnread(anonymous, { target, freshKey }, { token: 'no-token-of-anyone', label: 'unread' });
    await anonymous.raw(
      [
        'POST /orders HTTP/1.1',
        'Host: <host>',
        `Idempotency-Key: ${freshKey()}`,
        'Content-Type: application/json',
        `Content-Length: ${2 * 1024 * 1024}`,
      ],
      { label: 'oversize' },
    );
  },

  judge: (history) =>
    allOf(
      eachOf(history.labelled('unread'), (e) => expects(e, { status: 401 })),
      // The length stands in the head, so either may come first (decision A2).
      expects(history.one('oversize'), { status: history.target.strict ? 401 : [401, 413] }),
    ),
});
