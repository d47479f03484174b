import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';
import { requestUnread } from './unread-requests.ts';

export const refusedCallerIsAnsweredFirst = check({
  id: 'auth/refused-caller-is-answered-first',
  proves: ['AUTH-09'],
  title: 'a caller who is not let in is answered 403 whatever the body or query: the request is not read',
  needs: ['suspended'],
  drive: ({ suspended, freshKey }) => requestUnread(suspended, freshKey),
  judge: (history) => eachOf(history.answered, (e) => expects(e, { status: 403 })),
});
