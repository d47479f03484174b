import { check } from '../../runner/check.ts';
import { expects } from '../../runner/expectation.ts';
import { eachOf } from '../../runner/judgement.ts';
import { meOnceRegistered } from './awaiting-admission.ts';

export const meWhileAwaiting = check({
  id: 'auth/me-while-awaiting',
  proves: ['AUTH-04'],
  title: 'GET /me serves the row of a caller who awaits admission',
  needs: ['awaiting'],

  async drive({ awaiting, elapse }) {
    await meOnceRegistered(awaiting, elapse, { label: 'me' });
  },

  judge: (history) => eachOf(history.labelled('me').slice(-1), (e) => expects(e, { status: 200 })),
});
