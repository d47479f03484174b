import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';
import { requestEveryRoute } from '../../scenes/every-route.ts';

/** Credentials, and none of them a bearer token. */
const OTHER_CREDENTIALS = ['Basic dHJhZGVyOnRyYWRlcg==', 'Bearer', 'Token nobody', 'nobody'];

export const noToken = check({
  id: 'auth/no-token',
  proves: ['AUTH-01'],
  title: 'a request without a bearer token answers 401 on every route that asks who calls',
  needs: [],

  async drive({ anonymous, target, freshKey }) {
    await requestEveryRoute(anonymous, { target, freshKey });
    for (const authorization of OTHER_CREDENTIALS) await anonymous.get('/me', { authorization });
  },

  // The code is said of the ticket route alone (decision A8).
  judge: (history) =>
    eachOf(history.answered, (e) =>
      expects(
        e,
        history.target.strict
          ? { status: 401, code: 'UNAUTHENTICATED', headers: { 'WWW-Authenticate': true } }
          : { status: 401 },
      ),
    ),
});
